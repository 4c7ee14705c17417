import { expect, test } from 'vitest'
import { toReleaseCommands } from '../src/infra/command-names.ts'

test.each([
  ['npm run backup -- DIR, every day.', 'filterhouse backup DIR, every day.'],
  ['npm run backup -- [DIR] [--keep N]', 'filterhouse backup [DIR] [--keep N]'],
  ['npm run doctor [-- --mail ADDRESS]', 'filterhouse doctor [--mail ADDRESS]'],
  ['npm run staff -- --help lists the commands.', 'filterhouse staff --help lists the commands.'],
  ['run npm run migrate before the start', 'run filterhouse migrate before the start'],
  ['a backup of npm run backup. --replace: deletes', 'a backup of filterhouse backup. --replace: deletes'],
  ['npm run build', 'npm run build'],
])('%s is %s in a release', (text, released) => {
  expect(toReleaseCommands(text)).toBe(released)
})
