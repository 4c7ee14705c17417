import { expect, test } from 'vitest'
import { createCircuitBreaker, failuresToOpen, openForMs } from '../payments-context.server.ts'

const start = Date.parse('2026-11-24T09:00:00Z')
const at = (ms: number) => new Date(start + ms)

function openCircuit() {
  const circuit = createCircuitBreaker()
  for (let i = 0; i < failuresToOpen; i++) circuit.recordFailure(at(0))
  return circuit
}

test('after failures in a row requests stop for a while, then one probe is let through', () => {
  const circuit = openCircuit()
  expect(circuit.canTry(at(openForMs - 1))).toBe(false)
  expect(circuit.canTry(at(openForMs))).toBe(true)
  expect(circuit.canTry(at(openForMs))).toBe(false)
})

test('a probe that fails opens the circuit again; one that succeeds closes it for all', () => {
  const circuit = openCircuit()
  circuit.canTry(at(openForMs))
  circuit.recordFailure(at(openForMs + 10))
  expect(circuit.canTry(at(2 * openForMs))).toBe(false)
  expect(circuit.canTry(at(2 * openForMs + 10))).toBe(true)
  circuit.recordSuccess()
  expect(circuit.canTry(at(2 * openForMs + 11))).toBe(true)
  expect(circuit.canTry(at(2 * openForMs + 11))).toBe(true)
})

test('single failures between successes never open it', () => {
  const circuit = createCircuitBreaker()
  for (let i = 0; i < 10; i++) {
    circuit.recordSuccess()
    circuit.recordFailure(at(i))
    expect(circuit.canTry(at(i))).toBe(true)
  }
})
