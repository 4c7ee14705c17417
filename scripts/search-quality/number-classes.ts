import type { Random } from '../../demo/catalogue/random.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import type { CatalogueSample, SampledNumber } from './catalogue-sample.ts'
import { createClass, otherAim, type Question, type QuestionClass } from './question.ts'
import { filterKeys, findByKeys, findByMakersKey, findByOwnKey, isBeginning } from './right-answers.ts'
import {
  listKeysOneSignApart,
  listLookAlikeKeys,
  mistypeNumber,
  replaceLookAlikes,
  respellNumber,
} from './slips.ts'

const group = 'Part numbers'
const numberAim = { hits: 99, first: 99 }
const ownNumberAim = { hits: 100, first: 100 }
const manyQuestions = 100
const maxTextLength = 100
/** Of more numbers that are equally near not even a person knows the right one. */
const maxNearNumbers = 5
/** Shorter ones are words or quantities to everybody. */
const minKeyLength = 5

/** One number in ten is the product's own. */
function pickNumber({ numbers, ownNumbers }: CatalogueSample, random: Random): SampledNumber {
  return random.pick(random.chance(0.1) ? ownNumbers : numbers)
}

function pickLongNumber(sample: CatalogueSample, random: Random): SampledNumber | null {
  const number = pickNumber(sample, random)
  return number.key.length >= minKeyLength && /\d{3}/.test(number.key) ? number : null
}

async function expectNumber({ pool }: CatalogueSample, text: string, key: string): Promise<Question | null> {
  if (text.length > maxTextLength) return null
  return { text, expectation: { kind: 'number', products: await findByKeys(pool, [key]) } }
}

/** A number within a text; `{n}` stands for it. */
const createTextClass = (name: string, templates: readonly string[]): QuestionClass =>
  createClass({ name, group, aim: otherAim }, (sample, random) => {
    const number = pickLongNumber(sample, random)
    if (!number) return null
    const template = random.pick(templates).replaceAll('{maker}', number.maker)
    const code = random.chance(0.5) ? number.code : respellNumber(number.code, random)
    return expectNumber(sample, template.replaceAll('{n}', code), number.key)
  })

const noise = [
  'part no {n}',
  'part no. {n}',
  'Part Number: {n}',
  'P/N: {n}',
  'p/n {n}',
  'pn {n}',
  'OEM {n}',
  'ref {n}',
  '# {n}',
  '"{n}"',
  'replacement for {n}',
  'equivalent to {n}',
  'alternative to {n}',
  'same as {n}',
  'cross reference {n}',
  '{n} x 4',
  '4 x {n}',
  '{n} x4',
  '{n} NEW',
  'NEW {n}',
  'genuine {n}',
  'qty 2 {n}',
  '{n} qty 2',
  '{n} qty: 2',
  '{n} 2 off',
  '2 pcs {n}',
  '{n} filter',
  '{n}\n',
  '\n{n}\n2',
  '{n}\t2',
  '{n},',
  '({n})',
]

const pastedText = [
  'Hi, please quote for {n}, thanks',
  '1 off {n} filter for the service van',
  'Item 10: {n} Oil filter, 2 EA',
  'Order line: {n}; qty 2; urgent',
  'we need {n} by friday',
  '>> {n} <<',
  'Filter element ({maker} {n})',
  'can you price up {n} plus delivery',
  're: {n} - is it in stock?',
  '{n} - FILTER ELEMENT - £12.50',
  'old filter says {n} made in Germany',
  'Material {n} | Filter | 2 | each',
  'Dear team,\nplease send 3 {n}\nregards',
]

const sentences = [
  'what replaces {n}',
  'what replaces {n}?',
  'do you have {n}',
  'have you got {n} in stock?',
  'do you sell a replacement for {n}',
  'looking for {n}',
  'i am looking for a {n}',
  'how much is {n}',
  'price of {n}',
  'what is the equivalent of {n}',
  "what's the alternative to {maker} {n}",
  'can i get {n}',
  'which filter is the same as {n}',
  'i need two {n}',
]

const makerTemplates = ['{maker} {n}', '{n} {maker}', '{maker}: {n}', '{maker} no {n}', '{n} by {maker}']

const tails = ['-016', '/01', '-A', ' EA', '-EA', ' 12PK', '-PK', ' (box)', '.00', '-B', '/2', ' NB', '-12']

async function drawTail(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const number = pickLongNumber(sample, random)
  if (!number) return null
  const text = number.code + random.pick(tails)
  const key = toCodeKey(text)
  // With a part of the tail it would be another number.
  const longer = Array.from({ length: key.length - number.key.length }, (_, nth) =>
    key.slice(0, number.key.length + nth + 1),
  )
  if ((await filterKeys(sample.pool, longer)).length > 0 || (await isBeginning(sample.pool, key))) return null
  return expectNumber(sample, text, number.key)
}

async function drawNearNumber(
  sample: CatalogueSample,
  random: Random,
  {
    spoil,
    listNear,
  }: {
    spoil: (number: string, random: Random) => string | null
    listNear: (key: string) => string[] | null
  },
): Promise<Question | null> {
  const number = pickLongNumber(sample, random)
  const text = number && spoil(number.code, random)
  if (!text || (await isBeginning(sample.pool, toCodeKey(text)))) return null
  const near = listNear(toCodeKey(text))
  const keys = near && (await filterKeys(sample.pool, near))
  if (!keys?.includes(number.key) || keys.length > maxNearNumbers) return null
  const products = await findByKeys(sample.pool, [number.key])
  return { text, expectation: { kind: 'near-number', products, keys: [number.key] } }
}

const separators = [', ', ' ', '\n', ' / ', ' & ', ' and ', '; ', ' + ', ',', '\t', ' or ']

async function drawSeveral(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const count = random.pick([2, 2, 3, 4])
  const numbers = Array.from({ length: count }, () => pickLongNumber(sample, random)).filter(
    number => number !== null && !/\s/.test(number.code),
  ) as SampledNumber[]
  const text = numbers.map(({ code }) => code).join(random.pick(separators))
  if (numbers.length !== count || text.length > maxTextLength) return null
  const lists = await Promise.all(numbers.map(({ key }) => findByKeys(sample.pool, [key])))
  return { text, expectation: { kind: 'products', lists } }
}

export const numberClasses: readonly QuestionClass[] = [
  createClass(
    { name: 'as it is printed', group, aim: numberAim, count: manyQuestions },
    async (sample, random) => {
      const { code, key } = pickNumber(sample, random)
      return expectNumber(sample, code, key)
    },
  ),
  createClass(
    { name: 'in another spelling', group, aim: numberAim, count: manyQuestions },
    (sample, random) => {
      const { code, key } = pickNumber(sample, random)
      return expectNumber(sample, respellNumber(code, random), key)
    },
  ),
  createClass(
    { name: 'own number', group, aim: ownNumberAim, count: manyQuestions },
    async (sample, random) => {
      const { code, key } = random.pick(sample.ownNumbers)
      const text = random.chance(0.5) ? code : respellNumber(code, random)
      return { text, expectation: { kind: 'number', products: await findByOwnKey(sample.pool, key) } }
    },
  ),
  createClass({ name: 'one sign wrong', group, aim: otherAim }, (sample, random) =>
    drawNearNumber(sample, random, { spoil: mistypeNumber, listNear: listKeysOneSignApart }),
  ),
  createClass({ name: 'look-alike signs', group, aim: otherAim }, (sample, random) =>
    drawNearNumber(sample, random, { spoil: replaceLookAlikes, listNear: listLookAlikeKeys }),
  ),
  createClass({ name: 'with a tail', group, aim: otherAim }, drawTail),
  createTextClass('with noise', noise),
  createClass({ name: 'several numbers', group, aim: otherAim }, drawSeveral),
  createTextClass('in pasted text', pastedText),
  createClass({ name: 'maker and number', group, aim: otherAim }, async (sample, random) => {
    const number = pickLongNumber(sample, random)
    if (!number) return null
    const maker = random.chance(0.5) ? number.maker : number.maker.toLowerCase()
    const code = random.chance(0.5) ? number.code : respellNumber(number.code, random)
    const text = random.pick(makerTemplates).replace('{maker}', maker).replace('{n}', code)
    const products = await findByMakersKey(sample.pool, number.key, number.maker)
    return { text, expectation: { kind: 'number', products } }
  }),
  createTextClass('in a sentence', sentences),
]
