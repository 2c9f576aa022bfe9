import { CATEGORIES, type CategoryName } from '../../contract.ts'

/** The texts of a piece that may name its kind, the most telling first. */
export type CategorySources = Readonly<{ type: string; title: string; path: string; tags: string }>

/** Where pieces go that none of their words places: small things beside the jewellery. */
const FALLBACK: CategoryName = 'Charms'

/** Words for each kind, singular, in the languages in which suppliers label their goods. */
const WORDS: Record<CategoryName, string> = {
  Rings: 'ring signet solitaire bague anneau chevaliere anello anelli anillo fingerring trauring ehering',
  Necklaces:
    'necklace neclace neckless choker lariat riviere collier sautoir collana collane girocollo collar gargantilla kette halskette halsband',
  Bracelets: 'bracelet bangle cuff bracciale bracciali pulsera brazalete armband armreif armkette',
  Earrings:
    'earring stud hoop huggie boucle creole orecchino orecchini pendiente arete ohrring ohrstecker ohrhanger creolen',
  Pendants:
    'pendant locket medallion amulet pendentif medaillon ciondolo ciondoli colgante anhanger kettenanhanger',
  Brooches: 'brooch brooche broach pin broche spilla spille brosche anstecknadel',
  Anklets: 'anklet chevillere cavigliera tobillera fusskette fusskettchen',
  Charms: 'charm bead breloque dije',
}

const KINDS: ReadonlyMap<string, CategoryName> = new Map(
  CATEGORIES.flatMap((name) => WORDS[name].split(' ').map((word): [string, CategoryName] => [word, name])),
)

/**
 * The one of the eight categories a piece belongs to: the first of type, title, category path and tags that names a kind
 * decides. Within one text the last kind before a "with" counts, as in "charm bracelet" or "choker with pendant"; a type
 * that names several kinds leaves the choice among them to the title. `isGuess` when nothing names a kind: it goes to Charms.
 */
export function chooseCategory(sources: CategorySources): { category: CategoryName; isGuess: boolean } {
  const titled = kindsIn(sources.title)
  const typed = kindsIn(sources.type)
  const shared = titled.findLast((kind) => typed.includes(kind))
  const named =
    (typed.length > 1 ? shared : undefined) ??
    typed.at(-1) ??
    titled.at(-1) ??
    kindsIn(sources.path).at(-1) ??
    kindsIn(sources.tags).at(-1)
  return named ? { category: named, isGuess: false } : { category: FALLBACK, isGuess: true }
}

function kindsIn(text: string): CategoryName[] {
  const words = text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\bankle (bracelet|chain)s?\b/g, 'anklet')
    .replace(/\bear[ -](cuff|ring|stud|climber)s?\b/g, 'earring')
  const [head = ''] = words.split(/\bwith\b|\bmit\b|\bavec\b|\bcon\b/)
  const found = kindsAmong(head)
  if (found.length > 0) return found
  const later = kindsAmong(words)
  // A chain alone is worn around the neck; beside another word it is only what that piece is made of.
  return later.length === 0 && /\bchains?\b/.test(words) ? ['Necklaces'] : later
}

function kindsAmong(text: string): CategoryName[] {
  return text.split(/[^a-z]+/).flatMap((word) => kindOf(word) ?? [])
}

function kindOf(word: string): CategoryName | undefined {
  const singular = [word, word.replace(/[sn]$/, ''), word.replace(/(es|en|e)$/, '')]
  return singular.map((form) => KINDS.get(form)).find((kind) => kind !== undefined)
}
