import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historyWords, stateWords } from '../src/orders/account-words.ts'
import { firstStates, holdMinutes, type OrderState, orderMoves } from '../src/orders/states.ts'

// Writes docs/order-states.md from the table of moves; with --check it only says whether the file is what it makes.

const file = join(import.meta.dirname, '..', 'docs', 'order-states.md')
const states = Object.keys(orderMoves) as OrderState[]

const text = describe()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'docs/order-states.md is not what src/orders/states.ts says. Write it anew: node scripts/states.ts\n',
  )
  process.exitCode = 1
}

function describe(): string {
  return `# The states of an order

Made from \`src/orders/states.ts\` by \`node scripts/states.ts\`; do not edit. Nothing but these moves changes an order, and
each is a line of its history. What was saved but not placed lapses after ${holdMinutes} minutes.

${diagram()}

${table()}
`
}

function diagram(): string {
  const first = firstStates.map(state => `  [*] --> ${state}`)
  const moves = states.flatMap(from => orderMoves[from].map(to => `  ${from} --> ${to}`))
  return ['```mermaid', 'stateDiagram-v2', ...first, ...moves, '```'].join('\n')
}

function table(): string {
  const rows = states.map(state => {
    const next = orderMoves[state].map(to => `\`${to}\``).join(', ')
    return `| \`${state}\` | ${stateWords[state].text} | ${historyWords[state]} | ${next === '' ? 'nowhere' : next} |`
  })
  return ['| state | reads as | what happened | goes on to |', '|---|---|---|---|', ...rows].join('\n')
}
