/** A mail ready to be sent: the same words twice, for people who read HTML and for those who don't. */
export interface Email {
  subject: string
  html: string
  text: string
  attachments?: Attachment[]
}

export interface Attachment {
  filename: string
  /** 'application/pdf'. */
  type: string
  content: Uint8Array
}

/** What every letter says of its sender. */
export interface EmailShop {
  name: string
  phone: string
  email: string
  /** Where buyers reach the shop, without a slash at the end. */
  baseUrl: string
}

/** Links of a letter are written from the root ('/account') and stand in it whole. */
export function toAbsoluteUrl(shop: EmailShop, path: string): string {
  return path.startsWith('/') ? shop.baseUrl + path : path
}
