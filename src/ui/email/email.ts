import type { ShopContact } from '../../lib/shop-contact.ts'

/** An e-mail ready to be sent, with the same content as HTML and as plain text. */
export interface Email {
  subject: string
  html: string
  text: string
  /** Who gets the reply; default: the shop. A validated address. */
  replyTo?: string
  attachments?: Attachment[]
}

export interface Attachment {
  filename: string
  /** 'application/pdf'. */
  type: string
  content: Uint8Array
}

export interface EmailShop extends ShopContact {
  name: string
  /** Registered address, company and VAT number, as company letters have them; absent or empty: not set. */
  legalLines?: readonly string[]
  /** The shop's public URL, without a slash at the end. */
  baseUrl: string
}

/** How an e-mail begins; `name`: '' when it is not known. */
export const greet = (name: string): string => (name === '' ? 'Hello' : `Hello ${name}`)
