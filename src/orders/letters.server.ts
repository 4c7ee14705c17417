import { createElement } from 'react'
import type { Letters } from '../platform/mail.ts'
import { writeLetter } from '../platform/mail-letter.ts'
import { orderReceivedFacts, orderReceivedKind, orderReceivedSubject } from './mail.ts'
import { OrderReceivedMail } from './OrderReceivedMail.tsx'

/** The letters about orders, by the kind that stands in the outbox. */
export const orderLetters: Letters = {
  [orderReceivedKind]: (stored, shop) => {
    const facts = orderReceivedFacts.parse(stored)
    return writeLetter(
      orderReceivedSubject(facts, shop.name),
      createElement(OrderReceivedMail, { facts, shop }),
    )
  },
}
