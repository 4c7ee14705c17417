/** The records of a CSV file (RFC 4180), without a byte order mark. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [['']]
  let isQuoted = false
  const content = text.replace(/^\ufeff/, '')
  for (let at = 0; at < content.length; at++) {
    const character = content[at]!
    const record = records.at(-1)!
    const append = (added: string) => {
      record[record.length - 1] += added
    }
    if (character === '"') {
      if (isQuoted && content[at + 1] === '"') append(content[at++]!)
      else isQuoted = !isQuoted
    } else if (isQuoted || !/[,\r\n]/.test(character)) append(character)
    else if (character === ',') record.push('')
    else if (character === '\n') records.push([''])
  }
  if (isQuoted || records.pop()!.join('') !== '') throw new Error('the last line of the file is not complete')
  return records
}

/** The records after the first one, by the names in it. */
export function readCsvRows(text: string): Record<string, string>[] {
  const [names = [], ...records] = readCsv(text)
  return records.map(cells => {
    if (cells.length !== names.length) throw new Error(`a line has ${cells.length} cells: ${cells.join(',')}`)
    return Object.fromEntries(names.map((name, nth) => [name, cells[nth]!]))
  })
}
