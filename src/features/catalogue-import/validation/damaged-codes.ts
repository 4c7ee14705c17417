import { isColumnSpoilt } from './spreadsheet-damage.ts'

const maxLinesListed = 3

/** Counts the codes of a file that a spreadsheet has changed, or may have changed. */
export class DamagedCodes {
  readonly lines: number[] = []
  readonly #codes = new Set<string>()
  #values = 0

  get count(): number {
    return this.#codes.size
  }

  get isSpoilt(): boolean {
    return isColumnSpoilt(this.#codes.size, this.#values)
  }

  /** `damagedCode`: null when the code of the row is sound. */
  add(line: number, damagedCode: string | null): void {
    this.#values += 1
    if (damagedCode === null) return
    this.#codes.add(damagedCode)
    if (this.lines.length < maxLinesListed) this.lines.push(line)
  }
}
