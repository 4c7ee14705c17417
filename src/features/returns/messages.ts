import { formatDate } from '../../lib/dates.ts'
import { maxPictureBytes, maxPictures, type RequestRefusal } from './returns.ts'

export function formatRequestRefusal(refusal: RequestRefusal): string {
  switch (refusal.why) {
    case 'not_despatched':
      return 'Nothing of this order has been despatched yet, so there is nothing to send back.'
    case 'ended':
      return 'This order was cancelled, so nothing of it can be returned here.'
    case 'nothing_left':
      return 'Everything that we’ve despatched of this order is in a return already.'
    case 'nothing_chosen':
      return 'Enter how many you want to send back.'
    case 'too_late':
      return `Goods that aren’t faulty, damaged or wrong could come back until ${formatDate(refusal.deadline)}, so we can’t accept this return.`
    case 'too_many':
      return formatTooMany(refusal)
  }
}

/** The refusal at the field of its line, if it has one; of nothing that was typed, at the first. */
export function toQuantityError(
  refusal: RequestRefusal,
  lines: readonly { position: number }[],
): Record<string, string> {
  const position = refusal.why === 'too_many' ? refusal.position : lines[0]?.position
  if (position === undefined || (refusal.why !== 'too_many' && refusal.why !== 'nothing_chosen')) return {}
  return { [`quantity-${position}`]: formatRequestRefusal(refusal) }
}

function formatTooMany({ code, returnable, despatched }: RequestRefusal & { why: 'too_many' }): string {
  if (despatched === 0) return `${code} hasn’t been despatched yet, so it can’t be returned.`
  if (returnable === 0)
    return `${despatched === 1 ? `The one ${code} you had is` : `All ${despatched} of ${code} are`} in a return already.`
  return `At most ${returnable} of ${code} can be returned.`
}

const megabytes = maxPictureBytes / 1024 / 1024

export const pictureMessages = {
  tooMany: `Up to ${maxPictures} pictures, please.`,
  tooLarge: (name: string) => `${name} is larger than ${megabytes} MB. Please choose a smaller picture.`,
  unreadable: (name: string) => `${name} isn’t a picture we can open. JPEG, PNG or WebP, please.`,
  again: 'Please choose your pictures again.',
}

export const returnMessages = {
  tooManyRequests: 'That is a lot of returns in an hour. Please wait a while, then try again.',
  busy: 'A lot of pictures are being sent just now. Please try again in a minute.',
  notCancellable: 'We’ve already decided about this return, so it can’t be cancelled here.',
}
