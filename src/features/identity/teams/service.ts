export { readActor } from './actor-queries.ts'
export { readBusinesses, readTeam } from './read-team.ts'
export {
  acceptInvitation,
  inviteMember,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from './invite.ts'
export { changeRoles, leaveTeam, removeMember, transferOwnership } from './members.ts'
export { hasOtherOwner, saveRoles } from './team-queries.ts'
export { exportTeams, forgetTeams } from './account-teams.ts'
