import { createElement } from 'react'
import type { Letters } from '../platform/mail.ts'
import { writeLetter } from '../platform/mail-letter.ts'
import { AccountCreatedMail } from './AccountCreatedMail.tsx'
import { accountCreatedFacts, accountCreatedKind, accountCreatedSubject } from './mail.ts'

/** The letters about accounts, by the kind that stands in the outbox. */
export const accountLetters: Letters = {
  [accountCreatedKind]: (stored, shop) => {
    const facts = accountCreatedFacts.parse(stored)
    return writeLetter(accountCreatedSubject(shop.name), createElement(AccountCreatedMail, { facts, shop }))
  },
}
