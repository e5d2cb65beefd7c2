import type { Category } from '../booking.ts';

/** Word stems that tell what was bought; the first category with a hit is taken. */
const STEMS: readonly (readonly [Category, RegExp])[] = [
  ['insurance', /insurance|premium/i],
  ['rent', /\brent\b/i],
  ['telecom', /telecom|mobile plan|roaming/i],
  ['utilities', /utilities|energie|strom|water supply/i],
  ['freight_and_courier', /freight|courier|logistik|fracht/i],
  ['software_and_hosting', /software|hosting|licence|cloud|seats/i],
  ['marketing_and_print', /print|flyer|logo|lettering|signs\b/i],
  ['professional_services', /legal|llp|contract|translation|analytics|bookkeeping|accountant/i],
  ['travel', /travel|\bcab\b|hotel|flight/i],
  ['health_and_safety', /apotheke|first-aid|erste-hilfe/i],
  ['maintenance_and_cleaning', /cleaning|security|alarm|elektro/i],
  ['food_and_catering', /bakery|café|coffee|feinkost|brauhaus|catering|lunch/i],
  ['tools_and_equipment', /werkzeug|hardware|lumber/i],
  ['office_supplies', /papier|office supply|möbel|\bdesk\b/i],
];

/** What the vendor's name says goes before what its lines say: a baker may hire out an urn. */
export function categoryOf(vendor: string, descriptions: readonly string[]): Category {
  return match(vendor) ?? match(descriptions.join('\n')) ?? 'other';
}

function match(text: string): Category | undefined {
  return STEMS.find(([, stem]) => stem.test(text))?.[0];
}
