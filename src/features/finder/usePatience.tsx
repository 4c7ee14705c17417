import { useEffect, useState } from 'react'

/** 'short': it should be said that something is on its way. 'spent': asking again should be offered. */
export type Patience = 'none' | 'short' | 'spent'

// Rule 16.
const saidAfterMs = 400
const spentAfterMs = 10_000

/** How long the answer to a question has been waited for: 'none' while it is there, and at first. */
export function usePatience(isWaiting: boolean, question: unknown): [Patience, restart: () => void] {
  const [turn, setTurn] = useState(0)
  const [wait, setWait] = useState<{ patience: Patience; question: unknown; turn: number } | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const report = (patience: Patience) => setWait({ patience, question, turn })
    const short = setTimeout(() => report('short'), saidAfterMs)
    const spent = setTimeout(() => report('spent'), spentAfterMs)
    return () => {
      clearTimeout(short)
      clearTimeout(spent)
    }
  }, [isWaiting, question, turn])
  // Another question, or another turn, begins anew.
  const isCurrent = isWaiting && wait !== null && wait.question === question && wait.turn === turn
  return [isCurrent ? wait.patience : 'none', () => setTurn(turn + 1)]
}
