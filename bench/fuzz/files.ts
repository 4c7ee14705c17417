import { deflateSync } from 'node:zlib'
import { pick } from './knowledge.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const list = 'Part No;Qty\nFH-OIL-1;2\nP551712;1\nnothing we know;3\n'
const delivery = 'FH-OIL-1\t3\nFH-AIR-1\t2\n'

const files: readonly [name: string, type: string, content: () => Buffer | string][] = [
  ['list.csv', 'text/csv', () => list],
  ['delivery.txt', 'text/plain', () => delivery],
  ['photo.png', 'image/png', () => png],
  ['', 'application/octet-stream', () => ''],
  ['list.csv', 'text/csv', () => Buffer.from(`\ufeff${list}`, 'utf16le')],
  ['list.xlsx', 'application/vnd.ms-excel', () => Buffer.from('PK\u0003\u0004not a workbook')],
  ['photo.jpg', 'image/jpeg', () => Buffer.from('\xff\xd8\xff\xe0not a picture', 'latin1')],
  ['bomb.png', 'image/png', () => Buffer.concat([png.subarray(0, 41), deflateSync(Buffer.alloc(2 ** 20))])],
  ['../../x\u0000.csv', 'text/csv', () => '"'.repeat(20_000)],
  ['long.txt', 'text/plain', () => 'FH-OIL-1 2\n'.repeat(20_000)],
]

/** Mostly what the field expects, else what programs stumble over. */
export function drawFile(random: () => number): File {
  const [name, type, content] = random() < 0.6 ? pick(files.slice(0, 3), random)! : pick(files, random)!
  const bytes = content()
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
}

/** Larger than any file that the shop reads; of more than 8 MB it closes the connection (R-CALL-5). */
export const largeFile = new File([new Uint8Array(7 * 1024 * 1024)], 'large.csv', { type: 'text/csv' })
