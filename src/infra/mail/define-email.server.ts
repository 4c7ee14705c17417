import { createElement, type FunctionComponent, type ReactElement } from 'react'
import type { z } from 'zod'
import type { JsonObject, JsonValue } from '../../../db/types.gen.ts'
import { upperFirst } from '../../lib/text.ts'
import { EmailShopContext } from '../../ui/email/EmailLayout.tsx'
import type { Attachment, Email, EmailShop } from '../../ui/email/email.ts'
import type { Tx } from '../app-context.ts'
import type { Config } from '../config.ts'
import { type EmailRenderers, enqueueEmail, type NewEmail, type OverLimit } from './outbox.ts'

/** An e-mail of a kind: to whom and about what. */
interface Addressed<Payload> {
  recipient: string
  /** E-mails of a kind with the same key are sent once. */
  key: string
  /** As it is now: the e-mail may be sent tomorrow. */
  payload: Payload
  /** Set when the address was typed without a login: what happens to it beyond the hourly limits. */
  overLimit?: OverLimit | undefined
}

export interface EmailProps<Payload, Links = unknown> {
  payload: Payload
  shop: EmailShop
  links: Links
  attachments: readonly Attachment[]
}

/** What signed links are made with. */
export interface LinkDeps {
  config: Pick<Config, 'sessionSecret'>
}

/** What staff see of a kind. */
export interface EmailForStaff {
  /** In the outbox's rows: it never changes. */
  kind: string
  /**
   * Among the e-mails of an order or a quote, some with the `number` of their payload: a parcel's, 'CN-000007'. Absent: it is
   * about neither.
   */
  name?: string | ((number: number | string | null) => string)
  /**
   * To whom staff can send it again: to the present address of the order's or quote's customer, or to the same recipient.
   * Absent: staff cannot, because it is not for the customer or a link in it ends.
   */
  sendAgainTo?: 'customer' | 'recipient'
}

interface EmailDeclaration<
  Args extends unknown[],
  Schema extends z.ZodType<unknown, JsonObject>,
  Payload,
  Links,
  Deps,
> extends EmailForStaff {
  /**
   * What the outbox stores. Rows outlive a release, and staff send old ones again: no field is renamed, and a new one has a
   * default. Of a link it has the id alone: it is signed when the e-mail is rendered.
   */
  payload: Schema
  create: (...args: Args) => Addressed<z.input<Schema>>
  /** Reads what is not stored because it does not change; absent: nothing. */
  load?: (stored: z.output<Schema>, deps: Deps) => Promise<Payload>
  subject: (payload: Payload, shopName: string) => string
  /** The links that are signed. */
  links?: (payload: NoInfer<Payload>, deps: Deps) => Links
  attachments?: (payload: Payload, deps: Deps, shop: EmailShop) => Attachment[] | Promise<Attachment[]>
  /** Who gets the reply; default: the shop. */
  replyTo?: (payload: Payload) => string
  component: FunctionComponent<EmailProps<NoInfer<Payload>, NoInfer<Links>>>
}

/** An e-mail as the worker and the staff's lists know it. `Deps`: what its links and attachments are made with. */
export interface DefinedEmail<Deps> extends EmailForStaff {
  render: (stored: JsonValue, shop: EmailShop, deps: Deps) => Promise<Email>
}

/** One kind of e-mail, declared beside its component. The list of its feature (`emails.server.ts`) registers it. */
export function defineEmail<
  Args extends unknown[],
  Schema extends z.ZodType<unknown, JsonObject>,
  Payload = z.output<Schema>,
  Links = null,
  Deps = unknown,
>(declaration: EmailDeclaration<Args, Schema, Payload, Links, Deps>) {
  const { kind, payload: schema, create: address, load, subject, replyTo, component } = declaration

  /** For the outbox. */
  const create = (...args: Args): NewEmail => {
    const { key, ...email } = address(...args)
    return { kind, ...email, dedupeKey: `${kind}:${key}` }
  }

  const render: DefinedEmail<Deps>['render'] = async (stored, shop, deps) => {
    const parsed = schema.parse(stored)
    const payload = load ? await load(parsed, deps) : (parsed as Payload)
    const links = declaration.links?.(payload, deps) ?? (null as Links)
    const attachments = (await declaration.attachments?.(payload, deps, shop)) ?? []
    const content = createElement(component, { payload, shop, links, attachments })
    const element = createElement(EmailShopContext, { value: shop }, content)
    const email = await renderEmail(subject(payload, shop.name), element)
    return {
      ...email,
      ...(attachments.length > 0 && { attachments }),
      ...(replyTo && { replyTo: replyTo(payload) }),
    }
  }

  return {
    ...declaration,
    create,
    render,
    /** Adds it to the outbox, in the transaction of what it reports; false: it is there already. */
    enqueue: (tx: Tx, ...args: Args): Promise<boolean> => enqueueEmail(tx, create(...args)),
  }
}

/** What staff call a stored e-mail: as it is declared, or by its kind, of which a newer release may have more. */
export function nameEmail(
  { kind, number }: { kind: string; number: string | number | null },
  emails: readonly EmailForStaff[],
): string {
  const { name = upperFirst(kind.replaceAll('-', ' ')) } = emails.find(email => email.kind === kind) ?? {}
  return typeof name === 'string' ? name : name(number)
}

/** What the worker renders each kind with. */
export const createEmailRenderers = <Deps>(
  emails: readonly DefinedEmail<Deps>[],
  deps: Deps,
): EmailRenderers =>
  Object.fromEntries(
    emails.map(({ kind, render }) => [
      kind,
      (stored: JsonValue, shop: EmailShop) => render(stored, shop, deps),
    ]),
  )

/** Renders an e-mail from its React element: HTML, and the same words as plain text. */
export async function renderEmail(subject: string, element: ReactElement): Promise<Email> {
  // Imported with the first e-mail: it is large, and a start of the shop renders none.
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(element)
  return { subject: toHeaderText(subject), html, text: toPlainText(html, plainTextOptions).concat('\n') }
}

// A header ends at a line break: text that people typed must not start another one.
function toHeaderText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const plainTextOptions = {
  wordwrap: 76,
  selectors: [
    // Tables of figures have the class 'data': their columns are aligned.
    {
      selector: 'table.data',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: 44 },
    },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a[href^="mailto:"]', format: 'inline' },
    { selector: 'a[href^="tel:"]', format: 'inline' },
  ],
}
