import type pg from 'pg'
import { createRandom } from '../../demo/catalogue/random.ts'
import type { Answer, MeasuredSearch } from './ask.ts'
import { sampleCatalogue } from './catalogue-sample.ts'
import {
  type Aim,
  countRight,
  isFirst,
  isHit,
  listFirst,
  type Question,
  type QuestionClass,
} from './question.ts'

export interface WrongAnswer {
  text: string
  /** 'not first': a right product is listed, but below another. */
  fault: 'miss' | 'not first'
  answer: Answer
  rightCount: number
}

/** Milliseconds of each question. */
export interface Times {
  wallMs: number[]
  /** Of this thread: neither other work on the machine nor the database counts. */
  cpuMs: number[]
}

export interface ClassResult {
  name: string
  group: string
  aim: Aim
  questions: number
  hits: number
  /** Null: places do not count. */
  firsts: number | null
  /** Of the listed products, those that are right; null: not counted. */
  right: { listed: number; right: number } | null
  answer: Times
  suggestions: Times
  wrong: WrongAnswer[]
}

export interface RunOptions {
  /** One seed draws half of the questions. */
  seeds: readonly number[]
  /** Instead of the number of questions of each class and seed. */
  count?: number
}

const defaultCount = 20

/** Draws the questions of all classes: the same seeds draw the same questions of the same catalogue. */
export async function drawQuestions(
  pool: pg.Pool,
  classes: readonly QuestionClass[],
  { seeds, count }: RunOptions,
): Promise<Map<QuestionClass, Question[]>> {
  const drawn = new Map(classes.map(questionClass => [questionClass, new Map<string, Question>()]))
  for (const seed of seeds) {
    const sample = await sampleCatalogue(pool, createRandom('sample', seed))
    for (const [questionClass, questions] of drawn) {
      const random = createRandom('questions', questionClass.group, questionClass.name, seed)
      const limit = count ?? questionClass.count ?? defaultCount
      // Small classes draw some questions twice.
      for (const question of await questionClass.draw(sample, random, limit))
        questions.set(question.text, question)
    }
  }
  return new Map([...drawn].map(([questionClass, questions]) => [questionClass, [...questions.values()]]))
}

const timedRounds = 3

/** One question at a time; its time is the median of three rounds, so that other work on the machine counts less. */
export async function runQuestions(
  questions: Map<QuestionClass, Question[]>,
  { ask, suggest, clearCache }: MeasuredSearch,
): Promise<ClassResult[]> {
  const results: ClassResult[] = []
  for (const [questionClass, list] of questions) {
    const result = createResult(questionClass, list)
    for (const question of list) addAnswer(result, question, await ask(question.text))
    const texts = list.map(({ text }) => text)
    result.answer = await timeEach(texts, ask, clearCache)
    result.suggestions = await timeEach(texts, suggest, clearCache)
    results.push(result)
  }
  return results
}

async function timeEach(
  texts: readonly string[],
  run: (text: string) => Promise<unknown>,
  clearCache: () => void,
): Promise<Times> {
  const rounds: Times[] = []
  while (rounds.length < timedRounds) {
    clearCache()
    const times: Times = { wallMs: [], cpuMs: [] }
    for (const text of texts) {
      const [startMs, startCpu] = [performance.now(), process.threadCpuUsage()]
      await run(text)
      const { user, system } = process.threadCpuUsage(startCpu)
      times.wallMs.push(performance.now() - startMs)
      times.cpuMs.push((user + system) / 1000)
    }
    rounds.push(times)
  }
  return {
    wallMs: toMedians(rounds.map(({ wallMs }) => wallMs)),
    cpuMs: toMedians(rounds.map(({ cpuMs }) => cpuMs)),
  }
}

/** For each question the median of its rounds. */
function toMedians(rounds: readonly number[][]): number[] {
  return rounds[0]!.map((_, nth) => rounds.map(times => times[nth]!).toSorted((a, b) => a - b)[1]!)
}

function createResult({ name, group, aim }: QuestionClass, questions: Question[]): ClassResult {
  const hasPlaces = questions.some(({ expectation }) => listFirst(expectation) !== null)
  return {
    name,
    group,
    aim,
    questions: questions.length,
    hits: 0,
    firsts: hasPlaces ? 0 : null,
    right: null,
    answer: { wallMs: [], cpuMs: [] },
    suggestions: { wallMs: [], cpuMs: [] },
    wrong: [],
  }
}

function addAnswer(result: ClassResult, { text, expectation }: Question, answer: Answer): void {
  const [isRight, first, right] = [
    isHit(expectation, answer),
    isFirst(expectation, answer),
    countRight(expectation, answer),
  ]
  if (isRight) result.hits++
  if (first && result.firsts !== null) result.firsts++
  if (right !== null) {
    result.right ??= { listed: 0, right: 0 }
    result.right.listed += answer.productIds.length
    result.right.right += right
  }
  if (isRight && first !== false) return
  const lists = expectation.kind === 'products' ? expectation.lists : []
  const rightCount = 'products' in expectation ? expectation.products.length : (lists[0]?.length ?? 0)
  result.wrong.push({ text, fault: isRight ? 'not first' : 'miss', answer, rightCount })
}
