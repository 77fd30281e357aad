import { expect, it } from 'vitest';
import { foreignClasses } from './classNames.ts';

const sheet = `
/* .comment */
.gift, .gift-form > .btn { background: url(a.png); opacity: .5 }
@media (min-width: 768px) { .giftcard .ant-picker { color: red } .gift-row:hover::after { content: '.x' } }
.strand-money .total { color: blue }
`;

it('a class of a feature begins with its name, unless it is shared', () => {
  expect(foreignClasses('gift', sheet, new Set(['btn']))).toEqual(['giftcard', 'total']);
  expect(foreignClasses('gift', sheet, new Set())).toContain('btn');
});
