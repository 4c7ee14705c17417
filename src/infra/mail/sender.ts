/** The name and address of a sender: 'Filterhouse <parts@example.com>', or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const named = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text)
  if (!named) return { name: '', address: text.trim() }
  return { name: named[1]!.replace(/^"(.*)"$/, '$1'), address: named[2]! }
}
