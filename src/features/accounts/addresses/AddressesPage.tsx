import { formatAddressLines } from '../../../lib/address.ts'
import { contactSentence, fillInContact, type Sentence } from '../../../lib/shop-contact.ts'
import { useShop } from '../../../ui/contact.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import type { AccountNavigation } from '../navigation.ts'
import type { SavedAddress } from '../schemas.ts'
import { toPostalAddress } from './saved-address.ts'

export interface AddressesPageProps {
  navigation: AccountNavigation
  addresses: readonly SavedAddress[]
}

export function AddressesPage({ navigation, addresses }: AddressesPageProps) {
  return (
    <AccountFrame
      navigation={navigation}
      current="addresses"
      title="Addresses"
      action={
        <a href="/account/addresses/new" className="button button-next">
          Add an address
        </a>
      }
    >
      {addresses.length === 0 ? (
        <p>You have no saved addresses yet. Add one here, or save one at the checkout.</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {addresses.map(address => (
            <AddressCard key={address.id} address={address} />
          ))}
        </ul>
      )}
    </AccountFrame>
  )
}

export const addressesPage = definePage('features/accounts/addresses/AddressesPage', AddressesPage)

function AddressCard({ address }: { address: SavedAddress }) {
  const lines = formatAddressLines(toPostalAddress(address))
  const [addressee = '', ...otherLines] = lines
  const shop = useShop()
  const marks = listMarks(address).map(mark => fillInContact(mark, shop))
  return (
    <li className="card flex flex-col p-5">
      <address className="grow not-italic">
        <strong className="block font-semibold">{addressee}</strong>
        {otherLines.map(line => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {address.telephone !== '' && <span className="block text-steel">{address.telephone}</span>}
      </address>
      {marks.length > 0 && <p className="mt-3 text-sm text-steel">{marks.join(' · ')}</p>}
      {!address.imported && (
        <div className="mt-3 flex gap-3 border-t border-rule pt-3">
          <a href={`/account/addresses/${address.id}`} className="button px-4">
            Edit<span className="sr-only"> {lines.slice(0, 3).join(', ')}</span>
          </a>
          <form method="post" action={`/account/addresses/${address.id}/delete`}>
            <button type="submit" className="button px-4">
              Delete<span className="sr-only"> {lines.slice(0, 3).join(', ')}</span>
            </button>
          </form>
        </div>
      )}
    </li>
  )
}

const importedMark = contactSentence(
  'From your company account: call us to change it',
  'From your company account: only we can change it',
)

function listMarks({ imported, default_delivery, default_billing }: SavedAddress): Sentence[] {
  return [
    imported && importedMark,
    default_delivery && 'Default for delivery',
    default_billing && 'Default for billing',
  ].filter(mark => mark !== false)
}
