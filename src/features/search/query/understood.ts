import { isNoise } from './noise.ts'
import { removeFromText, type Stretch, splitWords } from './tokens.ts'

export type PartKind = 'number' | 'machine' | 'kind' | 'brand' | 'size' | 'word'

export interface UnderstoodPart {
  kind: PartKind
  /** 'JCB 3CX', 'Oil filter' */
  label: string
  /** The query without this part. */
  without: string
}

export interface Understood {
  parts: UnderstoodPart[]
  /** What was left out because nothing has all of the query. */
  dropped: string[]
}

export const nothingUnderstood: Understood = { parts: [], dropped: [] }

/** Part kinds whose words are one part: 'oil' and 'filter' are the kind 'Oil filter'. */
const joinedKinds: ReadonlySet<PartKind> = new Set(['kind', 'brand'])

interface ReadPart {
  kind: PartKind
  label: string | null
  stretches: readonly Stretch[]
}

/** Joins the words of a kind and of a brand, in the order of the text; `label` null: as typed. */
export function describeParts(text: string, parts: readonly ReadPart[]): UnderstoodPart[] {
  const joined: ReadPart[] = []
  for (const part of parts) {
    const same = joinedKinds.has(part.kind) ? joined.find(({ kind }) => kind === part.kind) : undefined
    if (same) {
      same.label = null
      same.stretches = [...same.stretches, ...part.stretches]
    } else joined.push({ ...part })
  }
  const startOf = ({ stretches }: ReadPart) => Math.min(...stretches.map(({ start }) => start))
  return joined
    .toSorted((a, b) => startOf(a) - startOf(b))
    .map(({ kind, label, stretches }) => ({
      kind,
      label: label ?? toSentenceCase(sliceStretches(text, stretches)),
      without: removePart(text, stretches),
    }))
}

/** The typed text of what was left out; `stretches` in the order of the text. */
export function describeDropped(text: string, stretches: readonly Stretch[]): string[] {
  const dropped: Stretch[] = []
  for (const { start, end } of stretches) {
    const last = dropped.at(-1)
    // Neighbours are one phrase: 'heavy duty', 'c7.1'.
    if (last && isPhrase(text.slice(last.end, start))) last.end = end
    else dropped.push({ start, end })
  }
  return dropped.map(({ start, end }) => text.slice(start, end))
}

// 'of' alone is no query.
function removePart(text: string, stretches: readonly Stretch[]): string {
  const rest = removeFromText(text, stretches)
  return splitWords(rest).every(word => isNoise(word, false)) ? '' : rest
}

function sliceStretches(text: string, stretches: ReadPart['stretches']): string {
  let label = ''
  let last = -1
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    // Both words of a compound have its stretch.
    if (start < last) continue
    const between = text.slice(Math.max(last, 0), start)
    if (last >= 0) label += isJoint(between) ? between : ' '
    label += text.slice(start, end)
    last = end
  }
  return label
}

// The signs within 'c7.1' or 'spin-on'.
function isJoint(between: string): boolean {
  return /^[^\s\p{L}\p{N},;]*$/u.test(between)
}

function isPhrase(between: string): boolean {
  return isJoint(between) || /^[\s-]*$/.test(between)
}

function toSentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
