import { useEffect, useState } from 'react'

/** 'short': it should be said that something is on its way. 'spent': asking again should be offered. */
export type Patience = 'none' | 'short' | 'spent'

// Rule 16.
const saidAfterMs = 400
const spentAfterMs = 10_000

/** How long the answer to a question has been waited for: 'none' while it is there, and at first. */
export function usePatience(isWaiting: boolean, question: unknown): [Patience, restart: () => void] {
  const [patience, setPatience] = useState<Patience>('none')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, or another turn, begins anew
  useEffect(() => {
    if (!isWaiting) return
    const said = setTimeout(() => setPatience('short'), saidAfterMs)
    const spent = setTimeout(() => setPatience('spent'), spentAfterMs)
    return () => {
      clearTimeout(said)
      clearTimeout(spent)
      setPatience('none')
    }
  }, [isWaiting, question, turn])
  return [patience, () => setTurn(turn + 1)]
}
