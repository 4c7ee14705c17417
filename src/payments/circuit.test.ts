import { expect, test } from 'vitest'
import { failuresToOpen, makeCircuit, restMs } from './circuit.ts'

const start = Date.parse('2026-11-24T09:00:00Z')
const at = (ms: number) => new Date(start + ms)

function away() {
  const circuit = makeCircuit()
  for (let i = 0; i < failuresToOpen; i++) circuit.failed(at(0))
  return circuit
}

test('a provider that is away is left alone for a while, then one asks', () => {
  const circuit = away()
  expect(circuit.mayTry(at(restMs - 1))).toBe(false)
  expect(circuit.mayTry(at(restMs))).toBe(true)
  expect(circuit.mayTry(at(restMs))).toBe(false)
})

test('who asks and hears nothing begins another rest; who is answered ends it for all', () => {
  const circuit = away()
  circuit.mayTry(at(restMs))
  circuit.failed(at(restMs + 10))
  expect(circuit.mayTry(at(2 * restMs))).toBe(false)
  expect(circuit.mayTry(at(2 * restMs + 10))).toBe(true)
  circuit.worked()
  expect(circuit.mayTry(at(2 * restMs + 11))).toBe(true)
  expect(circuit.mayTry(at(2 * restMs + 11))).toBe(true)
})

test('single failures in between successes stop nobody', () => {
  const circuit = makeCircuit()
  for (let i = 0; i < 10; i++) {
    circuit.failed(at(i))
    circuit.worked()
    circuit.failed(at(i))
    expect(circuit.mayTry(at(i))).toBe(true)
    circuit.worked()
  }
})
