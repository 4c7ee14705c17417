/** The page numbers to offer: first, last and the neighbours of the current one; null stands for a gap. */
export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter(number => number >= 1 && number <= pages)
  const sorted = [...new Set(candidates)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const previous = index === 0 ? 0 : sorted[index - 1]!
    if (number - previous === 2) return [number - 1, number]
    return number - previous > 2 ? [null, number] : [number]
  })
}
