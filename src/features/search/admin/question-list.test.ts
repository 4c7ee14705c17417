import { expect, test } from 'vitest'
import { formatQuestionsCsv, initialChoice, toggleSort } from './question-list.ts'

const row = { kind: 'nothing' as const, text: 'gizmo', correction: '', count: 3, lastDay: '2026-11-24' }

test('a spreadsheet reads questions as text, never as formulas', () => {
  const texts = ['=1+1', '+44', '-x', '@sum(a1)', 'a=b', '3/4"-16, unf']
  const lines = formatQuestionsCsv(texts.map(text => ({ ...row, text }))).split('\r\n')
  expect(lines[0]).toBe('\ufeffKind,Question,Searched instead,Times,Last day')
  expect(lines.slice(1)).toEqual([
    `Found nothing,"'=1+1",,3,2026-11-24`,
    `Found nothing,"'+44",,3,2026-11-24`,
    `Found nothing,"'-x",,3,2026-11-24`,
    `Found nothing,"'@sum(a1)",,3,2026-11-24`,
    'Found nothing,a=b,,3,2026-11-24',
    'Found nothing,"3/4""-16, unf",,3,2026-11-24',
    '',
  ])
})

test('following the current column again reverses it; another starts with its usual order', () => {
  expect(toggleSort(initialChoice, 'count')).toMatchObject({ sort: 'count', direction: 'up' })
  expect(toggleSort(initialChoice, 'text')).toMatchObject({ sort: 'text', direction: 'up' })
  expect(toggleSort({ ...initialChoice, sort: 'text', direction: 'up' }, 'text').direction).toBe('down')
  expect(toggleSort(initialChoice, 'last')).toMatchObject({ sort: 'last', direction: 'down' })
})
