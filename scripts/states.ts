import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historyMessages, stateDescriptions } from '../src/features/orders/messages.ts'
import {
  canTransition,
  holdMinutes,
  initialStates,
  type OrderKind,
  type OrderState,
  orderKinds,
  stateSets,
  statesOf,
} from '../src/features/orders/states.ts'

// Writes docs/order-states.md from the transition tables; with --check it only compares the file with them.

const file = join(import.meta.dirname, '..', 'docs', 'order-states.md')

const titles: Record<OrderKind, string> = {
  order: 'Orders',
  quote: 'Quotes',
  approval_request: 'Approval requests',
}

const text = describe()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'docs/order-states.md differs from src/features/orders/states.ts. Write it again: node scripts/states.ts\n',
  )
  process.exitCode = 1
}

function describe(): string {
  return `# The states of orders, quotes and approval requests

Generated from \`src/features/orders/states.ts\` by \`node scripts/states.ts\`; do not edit. An order changes its state by these
transitions only, and each is a row of its history. What is saved but not completed lapses after ${holdMinutes} minutes.

${orderKinds.map(describeKind).join('\n\n')}

## Sets of states

Each set is a SQL function too: \`isOpen\` is \`order_is_open(state)\`.

${describeSets()}
`
}

function describeKind(kind: OrderKind): string {
  return `## ${titles[kind]}\n\n${drawDiagram(kind)}\n\n${drawTable(kind)}`
}

function nextStates(kind: OrderKind, from: OrderState): OrderState[] {
  return statesOf(kind).filter(to => canTransition(kind, from, to))
}

function drawDiagram(kind: OrderKind): string {
  const first = initialStates[kind].map(state => `  [*] --> ${state}`)
  const transitions = statesOf(kind).flatMap(from => nextStates(kind, from).map(to => `  ${from} --> ${to}`))
  return ['```mermaid', 'stateDiagram-v2', ...first, ...transitions, '```'].join('\n')
}

function drawTable(kind: OrderKind): string {
  const rows = statesOf(kind).map(state => {
    const next = nextStates(kind, state).map(to => `\`${to}\``)
    return `| \`${state}\` | ${stateDescriptions[state].text} | ${historyMessages[state]} | ${next.join(', ') || '–'} |`
  })
  return ['| state | shown as | in the history | next |', '|---|---|---|---|', ...rows].join('\n')
}

function describeSets(): string {
  const rows = Object.entries(stateSets).map(
    ([name, states]) => `| \`${name}\` | ${states.map(state => `\`${state}\``).join(', ')} |`,
  )
  return ['| set | states |', '|---|---|', ...rows].join('\n')
}
