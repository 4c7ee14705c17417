import { countDaysBetween, formatShortDate, type IsoDate } from '../../../lib/dates.ts'
import { type Pence, sum } from '../../../lib/money.ts'
import type { OpenInvoice } from '../ledger.ts'

export const remindersUrl = '/admin/reminders'

/** How the reminders of an invoice are called, the first one first. */
export const reminderNames = ['Reminder', 'Second reminder', 'Final reminder'] as const

/** After a reminder the company has so many days before the next. */
const daysBetween = 7

/** An overdue invoice with something to pay. */
export interface ReminderInvoice extends OpenInvoice {
  dueOn: IsoDate
  /** Of the last reminder; 0: none was sent. */
  lastLevel: number
  lastSentOn: IsoDate | null
  /** Why no reminder goes; ''. */
  pauseReason: string
}

/** The overdue invoices of a company. */
export interface ReminderAccount {
  companyId: number
  name: string
  accountNumber: string
  /** E-mail addresses. */
  recipients: string[]
  invoices: ReminderInvoice[]
  /** Of the ledger of the company. */
  version: number
}

/** An invoice and the reminder of it that is due, 1 to 3. */
export interface DueReminder {
  invoice: ReminderInvoice
  level: number
}

/**
 * The reminder of an invoice that is due; null: none is. They go in their order, also when the first is late. `days`: how long
 * an invoice is overdue before each.
 */
export function getDueLevel(
  {
    dueOn,
    lastLevel,
    lastSentOn,
    pauseReason,
  }: Pick<ReminderInvoice, 'dueOn' | 'lastLevel' | 'lastSentOn' | 'pauseReason'>,
  today: IsoDate,
  days: readonly number[],
): number | null {
  const overdueFor = days[lastLevel]
  if (pauseReason !== '' || overdueFor === undefined) return null
  if (countDaysBetween(dueOn, today) < overdueFor) return null
  return lastSentOn !== null && countDaysBetween(lastSentOn, today) < daysBetween ? null : lastLevel + 1
}

export const listDueReminders = (
  { invoices }: ReminderAccount,
  today: IsoDate,
  days: readonly number[],
): DueReminder[] =>
  invoices.flatMap(invoice => {
    const level = getDueLevel(invoice, today, days)
    return level === null ? [] : [{ invoice, level }]
  })

/** 'Second reminder'; when none is due, the last one that was sent, or why none goes. */
export function formatReminder(invoice: ReminderInvoice, today: IsoDate, days: readonly number[]): string {
  const { lastLevel, lastSentOn, pauseReason } = invoice
  if (pauseReason !== '') return `Paused: ${pauseReason}`
  const level = getDueLevel(invoice, today, days)
  if (level !== null) return reminderNames[level - 1]!
  return lastSentOn === null ? '' : `${reminderNames[lastLevel - 1]} sent on ${formatShortDate(lastSentOn)}`
}

export const sumOpen = (reminders: readonly DueReminder[]): Pence =>
  sum(reminders.map(({ invoice }) => invoice.open))

/** What staff tick: the company, and of each invoice its reminder and what is open. It is sent when this is still so. */
export const toChoice = ({ companyId }: ReminderAccount, reminders: readonly DueReminder[]): string =>
  [companyId, ...reminders.map(({ invoice: { id, open }, level }) => `${id}.${level}.${open}`)].join(' ')

/** Null: it is no choice. */
export function parseChoice(
  text: string,
): { companyId: number; reminders: { invoiceId: number; level: number }[] } | null {
  if (!/^\d{1,9}(?: \d{1,9}\.[123]\.\d{1,10})+$/.test(text)) return null
  const [companyId, ...reminders] = text.split(' ')
  return {
    companyId: Number(companyId),
    reminders: reminders.map(reminder => {
      const [invoiceId, level] = reminder.split('.').map(Number)
      return { invoiceId: invoiceId!, level: level! }
    }),
  }
}
