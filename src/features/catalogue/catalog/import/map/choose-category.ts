import { CATEGORIES, type CategoryName } from '../../contract.ts'

/** The texts of a product that may name its kind, the most telling first. */
export type CategorySources = Readonly<{ type: string; title: string; path: string; tags: string }>

/** Where products go that none of their words places: small things beside the jewellery. */
const FALLBACK: CategoryName = 'Charms'

/** Words for each kind, singular, in the languages in which suppliers label their goods. */
const CATEGORY_WORDS: Record<CategoryName, string> = {
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

const CATEGORIES_BY_WORD: ReadonlyMap<string, CategoryName> = new Map(
  CATEGORIES.flatMap((name) =>
    CATEGORY_WORDS[name].split(' ').map((word): [string, CategoryName] => [word, name]),
  ),
)

/**
 * Returns a product's category by the first text that names a kind. The texts are type, title, category path and tags,
 * in this order. Within one text the last kind before a "with" counts, as in "charm bracelet" or "choker with pendant";
 * a type that names several kinds leaves the choice among them to the title. `isGuess` when nothing names a kind: it
 * goes to Charms.
 */
export function chooseCategory(sources: CategorySources): { category: CategoryName; isGuess: boolean } {
  const titleCategories = findCategories(sources.title)
  const typeCategories = findCategories(sources.type)
  const sharedCategory = titleCategories.findLast((category) => typeCategories.includes(category))
  const category =
    (typeCategories.length > 1 ? sharedCategory : undefined) ??
    typeCategories.at(-1) ??
    titleCategories.at(-1) ??
    findCategories(sources.path).at(-1) ??
    findCategories(sources.tags).at(-1)
  return category ? { category, isGuess: false } : { category: FALLBACK, isGuess: true }
}

function findCategories(text: string): CategoryName[] {
  const words = text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\bankle (bracelet|chain)s?\b/g, 'anklet')
    .replace(/\bear[ -](cuff|ring|stud|climber)s?\b/g, 'earring')
  const [head = ''] = words.split(/\bwith\b|\bmit\b|\bavec\b|\bcon\b/)
  const found = matchCategories(head)
  if (found.length > 0) return found
  const fallbackCategories = matchCategories(words)
  // A chain alone is worn around the neck; beside another word it is only what that product is made of.
  return fallbackCategories.length === 0 && /\bchains?\b/.test(words) ? ['Necklaces'] : fallbackCategories
}

function matchCategories(text: string): CategoryName[] {
  return text.split(/[^a-z]+/).flatMap((word) => matchCategory(word) ?? [])
}

function matchCategory(word: string): CategoryName | undefined {
  const forms = [word, word.replace(/[sn]$/, ''), word.replace(/(es|en|e)$/, '')]
  return forms.map((form) => CATEGORIES_BY_WORD.get(form)).find((category) => category !== undefined)
}
