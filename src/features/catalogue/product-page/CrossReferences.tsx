import { formatCount } from '../../../lib/count.ts'
import { ColumnHeading, FilterableTable } from './FilterableTable.tsx'
import type { ProductPageProps } from './props.ts'

type CrossReferencesProps = Pick<
  ProductPageProps,
  'replaces' | 'numberCount' | 'allNumbersUrl' | 'searchMatch'
>

/** Other makers' numbers for the product, grouped by maker; those that are sold here are links. */
export function CrossReferences({ replaces, numberCount, allNumbersUrl, searchMatch }: CrossReferencesProps) {
  const listed = replaces.reduce((sum, { codes }) => sum + codes.length, 0)
  const direct = searchMatch?.evidence.kind === 'direct' ? searchMatch.evidence.number : null
  return (
    <FilterableTable
      id="replaces"
      heading="Replaces"
      hint="Maker or number"
      total={numberCount}
      rows={replaces}
      textOf={({ maker, codes }) => `${maker} ${codes.join(' ')}`}
      emptyText="We have no other makers’ numbers for this part yet."
      head={
        <>
          <ColumnHeading>Maker</ColumnHeading>
          <ColumnHeading>Numbers</ColumnHeading>
        </>
      }
      foot={
        listed < numberCount && (
          <p className="note">
            {formatCount(listed)} of {formatCount(numberCount)} numbers are shown. The search finds them all.{' '}
            {allNumbersUrl && (
              <a href={allNumbersUrl} className="link">
                Show more
              </a>
            )}
          </p>
        )
      }
    >
      {rows => (
        <tbody>
          {rows.map(({ maker, codes, urls }) => (
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
                      {urls[code] === undefined ? (
                        code
                      ) : (
                        <a href={urls[code]} className="link">
                          {code}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      )}
    </FilterableTable>
  )
}
