import { showCount } from './listing.ts'
import type { ProductPageProps } from './product-view.ts'
import { Head, SearchedList } from './SearchedList.tsx'

type ReplacesProps = Pick<ProductPageProps, 'replaces' | 'numberCount' | 'allNumbersUrl' | 'found'>

/** Other makers' numbers for the part, maker by maker. */
export function Replaces({ replaces, numberCount, allNumbersUrl, found }: ReplacesProps) {
  const listed = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const direct = found?.evidence.kind === 'direct' ? found.evidence.number : null
  return (
    <SearchedList
      id="replaces"
      heading="Replaces"
      hint="Maker or number"
      total={numberCount}
      rows={replaces}
      textOf={({ maker, codes }) => `${maker} ${codes.join(' ')}`}
      none="We know no other maker’s number for this part yet."
      head={
        <>
          <Head>Maker</Head>
          <Head>Numbers</Head>
        </>
      }
      foot={
        listed < numberCount && (
          <p className="text-sm text-steel">
            {showCount(listed)} of {showCount(numberCount)} numbers are listed; the search knows them all.{' '}
            {allNumbersUrl && (
              <a href={allNumbersUrl} className="link">
                Show more
              </a>
            )}
          </p>
        )
      }
    >
      {shown => (
        <tbody>
          {shown.map(({ maker, codes }) => (
            <tr key={maker} className="border-b border-rule align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {maker}
              </th>
              <td className="py-2">
                <ul className="flex flex-wrap gap-x-4">
                  {codes.map(code => (
                    <li
                      key={code}
                      className={`code ${direct?.maker === maker && direct.code === code ? 'bg-wash' : ''}`}
                    >
                      {code}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </SearchedList>
  )
}
