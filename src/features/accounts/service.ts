export { openSession, readActor } from './open-session.ts'
