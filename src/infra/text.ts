const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe to stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => escapes[character]!)
}
