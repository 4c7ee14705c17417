import type { Random } from '../../demo/catalogue/random.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import type { Answer } from './ask.ts'
import type { CatalogueSample } from './catalogue-sample.ts'

/** What a right answer has; all of it is read from the database by SQL. */
export type Expectation =
  /** One product of each list is among the first ten. */
  | { kind: 'products'; lists: number[][] }
  /** A product of the number is among the first ten. */
  | { kind: 'number'; products: number[] }
  /** As 'number', or one of these numbers is offered as 'did you mean'. */
  | { kind: 'near-number'; products: number[]; keys: string[] }
  /** One of these machines is offered. */
  | { kind: 'machine'; machines: ExpectedMachine[] }
  /** No product. */
  | { kind: 'nothing' }

export interface ExpectedMachine {
  makeSlug: string
  modelSlug: string
  variantId: number
  /** The digits of its plate, with the prefix: the finder opened with them counts too. */
  plate: string
}

export interface Question {
  text: string
  expectation: Expectation
}

/** Percentages. `first`: of first places, for numbers. */
export interface Aim {
  hits: number
  first?: number
}

export interface QuestionClass {
  name: string
  group: string
  aim: Aim
  /** The number of questions for each seed; default 20. */
  count?: number
  /** Draws at most `count` questions; fewer when the catalogue has no more. */
  draw(sample: CatalogueSample, random: Random, count: number): Promise<Question[]>
}

export const machineAim: Aim = { hits: 95 }
export const otherAim: Aim = { hits: 90 }
export const languageAim: Aim = { hits: 85 }

/** A class whose questions are drawn one at a time; a draw that returns null is repeated. */
export function createClass(
  properties: Omit<QuestionClass, 'draw'>,
  drawOne: (sample: CatalogueSample, random: Random) => Promise<Question | null> | Question | null,
): QuestionClass {
  return {
    ...properties,
    async draw(sample, random, count) {
      const questions = new Map<string, Question>()
      for (let attempt = 0; attempt < count * 20 && questions.size < count; attempt++) {
        const question = await drawOne(sample, random)
        if (question && hasAnswer(question)) questions.set(question.text, question)
      }
      return [...questions.values()]
    },
  }
}

/** False when the catalogue has nothing that would be right. */
export function hasAnswer({ expectation }: Question): boolean {
  if (expectation.kind === 'nothing') return true
  if (expectation.kind === 'machine') return expectation.machines.length > 0
  const lists = expectation.kind === 'products' ? expectation.lists : [expectation.products]
  return lists.length > 0 && lists.every(list => list.length > 0)
}

export function isHit(expectation: Expectation, answer: Answer): boolean {
  const hasOneOf = (products: number[]) => answer.productIds.some(id => products.includes(id))
  switch (expectation.kind) {
    case 'products':
      return expectation.lists.every(hasOneOf)
    case 'number':
      return hasOneOf(expectation.products)
    case 'near-number':
      return (
        hasOneOf(expectation.products) || answer.suggestedKeys.some(key => expectation.keys.includes(key))
      )
    case 'machine':
      return expectation.machines.some(machine => answer.machineUrls.some(url => isMachineUrl(url, machine)))
    case 'nothing':
      return answer.total === 0
  }
}

/** The products that belong in the first place; null when the place does not count. */
export function listFirst(expectation: Expectation): number[] | null {
  if (expectation.kind === 'number') return expectation.products
  return expectation.kind === 'products' && expectation.lists.length === 1 ? expectation.lists[0]! : null
}

/** Whether the first product is a right one; null when the place does not count. */
export function isFirst(expectation: Expectation, answer: Answer): boolean | null {
  return listFirst(expectation)?.includes(answer.productIds[0] ?? 0) ?? null
}

/** How many of the listed products are right; null when this is not counted. */
export function countRight(expectation: Expectation, answer: Answer): number | null {
  if (expectation.kind !== 'products' || expectation.lists.length !== 1) return null
  const right = new Set(expectation.lists[0])
  return answer.productIds.filter(id => right.has(id)).length
}

// The page of the model or the variant, or the finder with the plate's number filled in, of this make or of all.
function isMachineUrl(url: string, { makeSlug, modelSlug, plate }: ExpectedMachine): boolean {
  const page = `/filters/${makeSlug}/${modelSlug}`
  if (url === page || url.startsWith(`${page}/`)) return true
  if (!url.startsWith('/find-replacement-filters')) return false
  const hash = new URLSearchParams(url.slice(url.indexOf('?', url.indexOf('#')) + 1))
  const make = hash.get('manufacturer') ?? ''
  const number = toCodeKey(hash.get('serial') ?? hash.get('mach_number') ?? '').replace(/^0+/, '')
  return (make === '' || make === makeSlug) && number === plate
}
