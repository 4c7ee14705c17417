export function codesLeft(count: number): string {
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}
