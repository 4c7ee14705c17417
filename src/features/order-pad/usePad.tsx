import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { emit } from '../../ui/news.ts'
import { RequestError, send } from '../../ui/send.ts'
import { toPence } from '../basket/view.ts'
import { padWords } from './messages.ts'
import { type Pad, type PadLine, type PadView, viewOf } from './pad.ts'
import type { addPad, readPad } from './schemas.ts'
import { padFromWire } from './serialize.ts'

export interface LivePad {
  pad: Pad
  view: PadView
  problem: string | null
  added: string | null
  /** What was just found, for those who hear the page. */
  spoken: string
  isAdding: boolean
  notice: RefObject<HTMLDivElement | null>
  change: (nr: number, change: Partial<Pick<PadLine, 'quantity' | 'chosen' | 'code'>>) => void
  /** Looks the number of a line up; `code`: another than the one in its field. */
  check: (nr: number, code?: string) => Promise<void>
  remove: (nr: number) => void
  submit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** The pad of this page: typed changes show at once, numbers are looked up line by line. */
export function usePad(first: Pad, firstProblem: string | null, firstAdded: string | null): LivePad {
  const [pad, setPad] = useState(first)
  const [problem, setProblem] = useState(firstProblem)
  const [added, setAdded] = useState(firstAdded)
  const [spoken, setSpoken] = useState('')
  const [isAdding, setAdding] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const latest = useRef(pad)
  latest.current = pad
  const view = viewOf(pad)

  useEffect(() => {
    if (firstProblem || firstAdded) notice.current?.focus()
  }, [firstProblem, firstAdded])

  function change(nr: number, what: Partial<PadLine>) {
    setPad(now => ({
      ...now,
      lines: now.lines.map(line => (line.nr === nr ? { ...line, refusal: null, ...what } : line)),
    }))
  }

  async function check(nr: number, other?: string) {
    const line = latest.current.lines.find(one => one.nr === nr)
    const code = (other ?? line?.code ?? '').trim()
    if (!line || code === '') return
    try {
      const body = { lines: [{ ...sentOf(line), code, chosen: null, isPart: true }] }
      const reply = await send<typeof readPad>('POST /order-pad', { body })
      const found = padFromWire(reply.pad)
      const [answer] = found.lines
      if (!answer) return
      setProblem(null)
      setPad(now => merged(now, nr, code, answer, found))
      setSpoken(tellOf(answer, found))
      // The field that had the focus may be folded away now.
      if (answer.chosen !== null) requestAnimationFrame(() => document.getElementById(`line-${nr}`)?.focus())
    } catch (error) {
      fail(error)
    }
  }

  function remove(nr: number) {
    setPad(now => ({ ...now, lines: now.lines.filter(line => line.nr !== nr) }))
    setSpoken(`Line ${nr} removed`)
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
      const body = { lines: latest.current.lines.map(sentOf) }
      const reply = await send<typeof addPad>('POST /order-pad/add', { body })
      setPad(padFromWire(reply.pad))
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
    setProblem(error instanceof RequestError ? error.message : padWords.failed)
    requestAnimationFrame(() => notice.current?.focus())
  }

  return { pad, view, problem, added, spoken, isAdding, notice, change, check, remove, submit }
}

const sentOf = ({ nr, text, code, quantity, chosen, isPart }: PadLine) => ({
  nr,
  text,
  code,
  quantity,
  chosen,
  isPart,
})

/** What was typed meanwhile stays: only what the lookup found is taken over. */
function merged(now: Pad, nr: number, code: string, answer: PadLine, found: Pad): Pad {
  const known = new Set(found.products.map(({ id }) => id))
  return {
    lines: now.lines.map(line =>
      line.nr === nr ? { ...answer, text: line.text, quantity: line.quantity, code } : line,
    ),
    products: [...now.products.filter(({ id }) => !known.has(id)), ...found.products],
  }
}

function tellOf({ nr, chosen, found, near }: PadLine, { products }: Pad): string {
  const product = products.find(({ id }) => id === chosen)
  if (product) return `Line ${nr}: ${product.code}, ${product.title}`
  if (found.length > 0) return `Line ${nr}: choose one of ${found.length} parts`
  return near.length > 0 ? `Line ${nr}: not known, but there are numbers like it` : `Line ${nr}: not known`
}
