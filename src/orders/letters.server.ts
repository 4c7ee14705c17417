import { createElement, type FunctionComponent } from 'react'
import type { Letters } from '../platform/mail.ts'
import { writeLetter } from '../platform/mail-letter.ts'
import type { LetterShop } from '../ui/mail.ts'
import {
  ApprovalGivenMail,
  ApprovalRefusedMail,
  ApprovalStrandedMail,
  ApprovalWantedMail,
} from './ApprovalMail.tsx'
import {
  type ApprovalFacts,
  approvalFacts,
  approvalGivenKind,
  approvalRefusedKind,
  approvalStrandedKind,
  approvalSubjects,
  approvalWantedKind,
} from './approval-mail.ts'
import { orderCancelledFacts, orderCancelledKind, orderCancelledSubject } from './cancelled-mail.ts'
import { orderReceivedFacts, orderReceivedKind, orderReceivedSubject } from './mail.ts'
import { OrderCancelledMail } from './OrderCancelledMail.tsx'
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
  [orderCancelledKind]: (stored, shop) => {
    const facts = orderCancelledFacts.parse(stored)
    return writeLetter(
      orderCancelledSubject(facts, shop.name),
      createElement(OrderCancelledMail, { facts, shop }),
    )
  },
  [approvalWantedKind]: approvalLetter(approvalSubjects.wanted, ApprovalWantedMail),
  [approvalGivenKind]: approvalLetter(approvalSubjects.given, ApprovalGivenMail),
  [approvalRefusedKind]: approvalLetter(approvalSubjects.refused, ApprovalRefusedMail),
  [approvalStrandedKind]: approvalLetter(approvalSubjects.stranded, ApprovalStrandedMail),
}

function approvalLetter(
  subject: (facts: ApprovalFacts, shopName: string) => string,
  letter: FunctionComponent<{ facts: ApprovalFacts; shop: LetterShop }>,
): Letters[string] {
  return (stored, shop) => {
    const facts = approvalFacts.parse(stored)
    return writeLetter(subject(facts, shop.name), createElement(letter, { facts, shop }))
  }
}
