import type { Random } from '../../demo/catalogue/random.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import type { CatalogueSample, SampledNumber } from './catalogue-sample.ts'
import { createClass, otherAim, type Question, type QuestionClass } from './question.ts'
import {
  filterKeys,
  findByPart,
  findMachineOf,
  findVariantsOfModel,
  type PartCondition,
} from './right-answers.ts'
import { slipInPhrase } from './slips.ts'

const group = 'Parts of numbers'
const maxTextLength = 100

interface PartLength {
  from: number
  to: number
}

/** Long enough to be meant as a number whatever stands beside it. */
const longPart: PartLength = { from: 5, to: 9 }
const shortPart: PartLength = { from: 3, to: 4 }

/** A beginning, an end or a stretch of a number as it is printed; null when it is a number of its own, or hardly one. */
async function drawPart(
  { pool }: CatalogueSample,
  { code, key }: SampledNumber,
  random: Random,
  { from, to }: PartLength,
): Promise<string | null> {
  const places = [...code].flatMap((sign, at) => (/[A-Za-z0-9]/.test(sign) ? [at] : []))
  if (key.length <= from || places.length !== key.length) return null
  const length = random.between(from, Math.min(to, key.length - 1))
  const first = random.pick([0, key.length - length, random.between(0, key.length - length)])
  const part = code.slice(places[first]!, places[first + length - 1]! + 1)
  const partKey = toCodeKey(part)
  const digits = partKey.replace(/\D/g, '').length
  // '2014' is a year to everybody.
  if (digits < 3 || /^(?:19|20)\d\d$/.test(partKey) || (await filterKeys(pool, [partKey])).length > 0)
    return null
  return part
}

async function expectPart(
  { pool }: CatalogueSample,
  text: string,
  part: string,
  condition: PartCondition,
): Promise<Question | null> {
  if (text.length > maxTextLength) return null
  return {
    text,
    expectation: { kind: 'number', products: await findByPart(pool, toCodeKey(part), condition) },
  }
}

const makerTemplates = ['{maker} {n}', '{n} {maker}', '{maker} no {n}', '{n} by {maker}', '{maker} {n} x 2']

const createMakerClass = (
  name: string,
  length: PartLength,
  write: (maker: string, random: Random) => string | null,
): QuestionClass =>
  createClass({ name, group, aim: otherAim }, async (sample, random) => {
    const number = random.pick(sample.numbers)
    const part = await drawPart(sample, number, random, length)
    const maker = write(number.maker, random)
    // A piece of a word beside digits is written together: 'W 95' is one short part.
    if (part === null || maker === null || (length === shortPart && /\W/.test(part))) return null
    const text = random.pick(makerTemplates).replace('{maker}', maker).replace('{n}', part)
    return expectPart(sample, text, part, { maker: number.maker })
  })

export const numberPartClasses: readonly QuestionClass[] = [
  createMakerClass('maker and part', longPart, (maker, random) =>
    random.chance(0.5) ? maker : maker.toLowerCase(),
  ),
  createMakerClass('maker and three or four signs', shortPart, maker => maker),
  createMakerClass('slip in the maker', longPart, (maker, random) =>
    /^[A-Za-z]{6,}$/.test(maker) ? slipInPhrase(maker.toLowerCase(), random) : null,
  ),
  createClass({ name: 'kind and part', group, aim: otherAim }, async (sample, random) => {
    const part = random.pick(sample.parts)
    const number = sample.numbers.find(({ productId }) => productId === part.productId)
    const kind = random.pick(part.kinds)
    const typed = number && (await drawPart(sample, number, random, longPart))
    if (!typed || !kind) return null
    const text = random.pick(['{kind} {n}', '{n} {kind}']).replace('{kind}', random.pick(kind.english))
    return expectPart(sample, text.replace('{n}', typed), typed, { typeIds: sample.typeIds.get(kind)! })
  }),
  createClass({ name: 'machine and part', group, aim: otherAim }, async (sample, random) => {
    const number = random.pick(sample.numbers)
    const machine = await findMachineOf(sample.pool, number.productId)
    const part = machine && (await drawPart(sample, number, random, longPart))
    if (!part) return null
    const variantIds = await findVariantsOfModel(sample.pool, machine.modelId)
    return expectPart(sample, `${machine.make} ${machine.model} ${part}`, part, { variantIds })
  }),
]
