import type { ClassResult, WrongAnswer } from './run-questions.ts'

export interface ReportFacts {
  date: string
  machine: string
  node: string
  postgres: string
  products: number
  numbers: number
  variants: number
  seed: number
}

/** The longest p99 that no class may exceed at 300,000 products, in milliseconds. */
export const aimMs = 10

/** A class for which the catalogue has no question misses nothing. */
export function isReached({ questions, hits, firsts, aim }: ClassResult): boolean {
  if (toPercent(hits, questions) < aim.hits && questions > 0) return false
  return aim.first === undefined || questions === 0 || toPercent(firsts ?? 0, questions) >= aim.first
}

export function isFastEnough({ answer, suggestions }: ClassResult): boolean {
  return [answer, suggestions].every(({ wallMs }) => pickShare(wallMs, 0.99) <= aimMs)
}

export function formatReport(results: readonly ClassResult[], facts: ReportFacts): string {
  const total = results.reduce((sum, { questions }) => sum + questions, 0)
  const hits = results.reduce((sum, result) => sum + result.hits, 0)
  const lines = [
    `Measured on ${facts.date} by \`npm run search-quality\`: ${facts.machine}, Node ${facts.node}, PostgreSQL ${facts.postgres};`,
    `${format(facts.products)} products, ${format(facts.numbers)} cross-references, ${format(facts.variants)} variants; ${format(total)} questions in ${results.length} classes,`,
    `half of them drawn with seed ${facts.seed}. Of all questions ${formatPercent(hits, total)} are answered.`,
    '',
    '| class | questions | hits | aim | first | right | answer: ms p50 / p99 | CPU ms | suggestions: ms | CPU ms | reached |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|',
  ]
  for (const [group, list] of Object.entries(Object.groupBy(results, result => result.group))) {
    lines.push(`| **${group}** | | | | | | | | | | |`, ...list!.map(formatRow))
  }
  return lines.join('\n')
}

function formatRow(result: ClassResult): string {
  const { name, questions, hits, firsts, right, aim, answer, suggestions } = result
  const firstAim = aim.first === undefined ? '' : `, first ${aim.first} %`
  const cells = [
    name,
    questions,
    formatPercent(hits, questions),
    `${aim.hits} %${firstAim}`,
    firsts === null ? '' : formatPercent(firsts, questions),
    right === null ? '' : formatPercent(right.right, right.listed),
    formatTimes(answer.wallMs),
    formatTimes(answer.cpuMs),
    formatTimes(suggestions.wallMs),
    formatTimes(suggestions.cpuMs),
    questions === 0 ? '–' : isReached(result) ? 'yes' : '**no**',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The wrong answers of each class, for people who want to correct them. */
export function formatWrongAnswers(results: readonly ClassResult[]): string {
  return results
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ group, name, wrong, questions, hits }) => {
      const title = `${group}: ${name} (${hits} of ${questions})`
      return [title, ...wrong.map(formatWrongAnswer)].join('\n')
    })
    .join('\n\n')
}

function formatWrongAnswer({ text, fault, answer, rightCount }: WrongAnswer): string {
  const offers = [
    answer.suggestedKeys.length > 0 ? `did you mean ${answer.suggestedKeys.join(' ')}` : '',
    answer.machineUrls.length > 0 ? `machines ${answer.machineUrls.slice(0, 3).join(' ')}` : '',
  ].filter(Boolean)
  const details = [
    `${answer.total} products`,
    ...offers,
    ...(rightCount > 0 ? [`right ones: ${rightCount}`] : []),
  ]
  return `  ${fault}: ${JSON.stringify(text)} → ${details.join('; ')}`
}

function formatTimes(durations: number[]): string {
  return `${pickShare(durations, 0.5).toFixed(1)} / ${pickShare(durations, 0.99).toFixed(1)}`
}

function pickShare(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const toPercent = (part: number, whole: number): number => (100 * part) / Math.max(1, whole)

// Rounded down: 99.6 % of own numbers are not 100 %.
const formatPercent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.floor(toPercent(part, whole) * 10 + 1e-9) / 10} %`

const format = (count: number): string => count.toLocaleString('en-GB')
