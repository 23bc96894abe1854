import { defineEntity, p } from '@mikro-orm/core';
import { MAX_VIEW_NAME } from '../../domain/saved-view.ts';
import { index, uniqueIndex } from './index-on.ts';
import { Membership } from './membership.ts';
import { Merchant } from './merchant.ts';

/** What somebody filters and sorts a merchant's orders by, kept under a name. Somebody's own ends in the statement that ends the membership. */
const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  indexes: [
    uniqueIndex('saved_view_name', 'saved_view (owner_key, coalesce(person_id, 0), lower(name))'),
    // What ends with a membership.
    index('saved_view_of_person', 'saved_view (person_id, company_id) where person_id is not null'),
  ],
  checks: [{ name: 'saved_view_whose', expression: '(company_id is null) = (person_id is null)' }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    ownerKey: () => p.manyToOne(Merchant).mapToPk().fieldName('owner_key'),
    /** Whose it is; null: the whole company's. */
    membership: () =>
      p
        .manyToOne(Membership)
        .mapToPk()
        .joinColumns('company_id', 'person_id')
        .nullable()
        .deleteRule('cascade'),
    name: p.string().length(MAX_VIEW_NAME),
    /** The list's query. Its text may be somebody's name. */
    query: p.json().$type<Readonly<Record<string, string>>>(),
  },
});

export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);
