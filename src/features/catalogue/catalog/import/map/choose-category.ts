import { CATEGORIES, type CategoryName } from '../../contract.ts'

/** The texts of a product that may name its category, the most reliable first. */
export type CategorySources = Readonly<{ type: string; title: string; path: string; tags: string }>

/** The category of products whose words name none: small items beside the jewellery. */
const FALLBACK: CategoryName = 'Charms'

/** Words for each category, singular, in the languages of suppliers' feeds. */
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
 * Returns a product's category from the first text that names one. The texts are type, title, category path and tags,
 * in this order. Within one text the last category before a "with" counts, as in "charm bracelet" or "choker with
 * pendant". If the type names several categories, the title decides among them. `isGuess` when no text names one: the
 * product goes to Charms.
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
  // A chain alone is a necklace; beside another word it only says what that product consists of.
  return fallbackCategories.length === 0 && /\bchains?\b/.test(words) ? ['Necklaces'] : fallbackCategories
}

function matchCategories(text: string): CategoryName[] {
  return text.split(/[^a-z]+/).flatMap((word) => matchCategory(word) ?? [])
}

function matchCategory(word: string): CategoryName | undefined {
  const forms = [word, word.replace(/[sn]$/, ''), word.replace(/(es|en|e)$/, '')]
  return forms.map((form) => CATEGORIES_BY_WORD.get(form)).find((category) => category !== undefined)
}
