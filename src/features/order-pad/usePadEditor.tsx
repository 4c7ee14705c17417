import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { emit } from '../../ui/browser/events.ts'
import { RequestError, send } from '../../ui/browser/send.ts'
import { toPence } from '../basket/view.ts'
import { padMessages } from './messages.ts'
import { deserializePad, type Pad, type PadLine, toPadView } from './pad.ts'
import type { addPad, readPad } from './schemas.ts'

export type PadEditor = ReturnType<typeof usePadEditor>

export function usePadEditor(initialPad: Pad, initialProblem: string | null, initialAdded: string | null) {
  const [pad, setPad] = useState(initialPad)
  const [problem, setProblem] = useState(initialProblem)
  const [added, setAdded] = useState(initialAdded)
  /** The result of the last look-up, for screen readers. */
  const [announcement, setAnnouncement] = useState('')
  const [isAdding, setAdding] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const latest = useRef(pad)
  latest.current = pad
  const view = toPadView(pad)

  useEffect(() => {
    const questionedLine = initialPad.lines.find(({ isPart, quantity }) => isPart && quantity === '')
    if (initialProblem || initialAdded) notice.current?.focus()
    else if (questionedLine) focusQuantity(questionedLine.nr)
  }, [initialPad, initialProblem, initialAdded])

  function change(nr: number, changes: Partial<PadLine>) {
    setPad(current => ({
      ...current,
      lines: current.lines.map(line => (line.nr === nr ? { ...line, refusal: null, ...changes } : line)),
    }))
  }

  /** Looks up the part number of a line; `newCode` replaces the one in its field. */
  async function check(nr: number, newCode?: string) {
    const line = latest.current.lines.find(padLine => padLine.nr === nr)
    const code = (newCode ?? line?.code ?? '').trim()
    if (!line || code === '') return
    try {
      const body = { lines: [{ ...toSentLine(line), code, chosen: null, isPart: true }] }
      const reply = await send<typeof readPad>('POST /order-pad', { body })
      const result = deserializePad(reply.pad)
      const [resultLine] = result.lines
      if (!resultLine) return
      setProblem(null)
      setPad(current => mergeLine(current, line, code, result))
      setAnnouncement(describeLine(resultLine, result))
      // The focused field may now be inside a closed <details>, so the focus moves to the line.
      if (resultLine.chosen !== null)
        requestAnimationFrame(() => document.getElementById(`line-${nr}`)?.focus())
    } catch (error) {
      fail(error)
    }
  }

  function remove(nr: number) {
    setPad(current => ({ ...current, lines: current.lines.filter(line => line.nr !== nr) }))
    setAnnouncement(`Line ${nr} removed`)
    requestAnimationFrame(() => document.getElementById('pad-lines')?.focus())
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as unknown as { submitter: HTMLButtonElement | null }
    if (submitter?.name === 'add') void add()
  }

  async function add() {
    if (isAdding) return
    setAdding(true)
    try {
      const body = { lines: latest.current.lines.map(toSentLine) }
      const reply = await send<typeof addPad>('POST /order-pad/add', { body })
      setPad(deserializePad(reply.pad))
      setAdded(reply.success ? (reply.messages[0] ?? null) : null)
      setProblem(reply.success ? null : (reply.messages[0] ?? null))
      emit('basket', { count: reply.basket.count, subtotal: toPence(reply.basket.subtotal) })
      requestAnimationFrame(() => notice.current?.focus())
    } catch (error) {
      fail(error)
    }
    setAdding(false)
  }

  function fail(error: unknown) {
    setAdded(null)
    setProblem(error instanceof RequestError ? error.message : padMessages.failed)
    requestAnimationFrame(() => notice.current?.focus())
  }

  return { pad, view, problem, added, announcement, isAdding, notice, change, check, remove, submit }
}

const toSentLine = ({ nr, text, code, quantity, seen, chosen, isPart, notRead, entry }: PadLine) => ({
  nr,
  text,
  code,
  quantity,
  seen,
  chosen,
  isPart,
  notRead,
  ...entry,
})

/** Moves the focus to the quantity of a line, which has a question. */
export function focusQuantity(nr: number): void {
  document.querySelector<HTMLInputElement>(`#line-${nr} input[name$="[quantity]"]`)?.focus()
}

/** Takes over the result of a look-up. A quantity that was typed meanwhile stays. */
function mergeLine(current: Pad, sent: PadLine, code: string, result: Pad): Pad {
  const updatedIds = new Set(result.products.map(({ id }) => id))
  const merge = (line: PadLine) => {
    const quantity = line.quantity === sent.quantity ? result.lines[0]!.quantity : line.quantity
    return { ...result.lines[0]!, text: line.text, quantity, entry: line.entry, code }
  }
  return {
    lines: current.lines.map(line => (line.nr === sent.nr ? merge(line) : line)),
    products: [...current.products.filter(({ id }) => !updatedIds.has(id)), ...result.products],
  }
}

function describeLine({ nr, chosen, matches, near }: PadLine, { products }: Pad): string {
  const product = products.find(({ id }) => id === chosen)
  if (product) return `Line ${nr}: ${product.code}, ${product.title}`
  if (matches.length > 0) return `Line ${nr}: choose one of ${matches.length} parts`
  return near.length > 0 ? `Line ${nr}: not found, but there are numbers like it` : `Line ${nr}: not found`
}
