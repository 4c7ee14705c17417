import { setTimeout as sleep } from 'node:timers/promises'
import type { Busy } from '../../tests/support/busy-shop.ts'
import { unescapeHtml } from '../../tests/support/page-forms.ts'

const pollMs = 100
const polls = 300

/** The link of one of the newest e-mails to this address, from the demo's mail viewer; null: none came. */
export async function findMailLink({ shop }: Busy, to: string, link: RegExp): Promise<string | null> {
  for (let poll = 0; poll < polls; poll++) {
    const emails = await shop.sql<{ id: number; kind: string; written: Date }>(
      `select id, kind, created_at as written from mail_outbox where recipient = $1 and sent_at is not null
       order by id desc limit 3`,
      [to],
    )
    for (const { id, kind, written } of emails) {
      const file = `${written.toISOString().replaceAll(/[:.]/g, '-')}-${kind}-${id}.eml`
      // Not as a visitor: waiting is no part of the run.
      const page = await (await fetch(new URL(`/_sandbox/mail/${file}`, shop.url))).text()
      const match = link.exec(unescapeHtml(page))
      if (match) return match[0]
    }
    await sleep(pollMs)
  }
  return null
}
