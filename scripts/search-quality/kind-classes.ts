import type { Random } from '../../demo/catalogue/random.ts'
import type { CatalogueSample } from './catalogue-sample.ts'
import { type Kind, languages } from './kinds.ts'
import { createClass, languageAim, otherAim, type Question, type QuestionClass } from './question.ts'
import { findByType, findFitting, findVariantsByEngineName } from './right-answers.ts'

const group = 'Kinds'

async function expectKind(
  { pool, typeIds }: CatalogueSample,
  text: string,
  kind: Kind,
  brand: string | null = null,
): Promise<Question> {
  const products = await findByType(pool, typeIds.get(kind)!, brand)
  return { text, expectation: { kind: 'products', lists: [products] } }
}

/** `listNames`: what people call the kind; an empty list when this kind has no such name. */
const createKindClass = (
  name: string,
  listNames: (kind: Kind) => readonly string[],
  aim = otherAim,
): QuestionClass =>
  createClass({ name, group, aim }, (sample, random) => {
    const kind = random.pick([...sample.typeIds.keys()])
    const names = listNames(kind)
    if (names.length === 0) return null
    return expectKind(sample, writeInAnyCase(random.pick(names), random), kind)
  })

function writeInAnyCase(text: string, random: Random): string {
  return random.pick([text, text, text.toLowerCase(), text.toUpperCase()])
}

const languageNames = { german: 'German', french: 'French', spanish: 'Spanish', polish: 'Polish' }

export const kindClasses: readonly QuestionClass[] = [
  createKindClass('in the singular', ({ english }) => english),
  createKindClass('in the plural', ({ plural }) => [plural]),
  createKindClass('synonyms', ({ synonyms }) => synonyms),
  createKindClass('compounds', ({ compounds }) => compounds),
  ...languages.map(language => createKindClass(languageNames[language], kind => kind[language], languageAim)),
  createClass({ name: 'make and kind', group, aim: otherAim }, async (sample, random) => {
    const machine = random.pick(sample.machines)
    const kind = random.pick(machine.kinds)
    const make = machine.make.toLowerCase()
    const name = random.pick([...kind.english, kind.plural])
    const text = random.pick([`${make} ${name}`, `${name} ${make}`, `${name} for ${make}`])
    const typeIds = sample.typeIds.get(kind)!
    const variantIds = await findVariantsByEngineName(sample.pool, machine.make)
    const products = await findFitting(sample.pool, { variantIds, typeIds })
    return { text, expectation: { kind: 'products', lists: [products] } }
  }),
  createClass({ name: 'brand and kind', group, aim: otherAim }, (sample, random) => {
    const part = random.pick(sample.parts)
    if (part.kinds.length === 0) return null
    const kind = random.pick(part.kinds)
    const name = random.pick([...kind.english, kind.plural])
    const brand = random.chance(0.5) ? part.brand : part.brand.toLowerCase()
    const text = random.pick([`${brand} ${name}`, `${name} ${brand}`])
    return expectKind(sample, text, kind, part.brand)
  }),
]
