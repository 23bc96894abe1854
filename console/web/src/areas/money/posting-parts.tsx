import type { Posting } from '../../../../server/operator-money/schemas.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { Signed } from './balance.tsx';

/** A posting's effect: an amount for each account. */
export function PartList({ posting: { parts, currency } }: { posting: Pick<Posting, 'parts' | 'currency'> }) {
  const words = useTexts().money.backOffice.correction.accounts;
  return (
    <table className="posting-parts numbers">
      <tbody>
        {parts.map(({ account, merchantKey, merchantName, amount }) => (
          <tr key={`${account}-${merchantKey}`}>
            <th scope="row" title={merchantKey ?? undefined}>
              {merchantName ?? words[account]}
            </th>
            <td>
              <Signed amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
