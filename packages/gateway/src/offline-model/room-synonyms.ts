import { phrasesIn } from "./phrases.ts";

/** Names for the same sort of room. */
const sorts: readonly (readonly string[])[] = [
  "living room | lounge | sitting room | family room | parlor | parlour | front room",
  "bathroom | washroom | restroom | bath | bath room | toilet | loo",
  "hallway | hall | corridor | entrance | entryway | entry | foyer | entrance hall",
  "office | study | home office | den | workroom | study room",
  "bedroom | master bedroom | main bedroom | sleeping room",
  "kids room | nursery | childrens room | kids bedroom | childrens bedroom | playroom",
  "dining room | dining area | dinner room",
  "cellar | basement",
  "attic | loft",
  "garden | yard | backyard | back yard",
  "terrace | patio | balcony | porch | deck",
].map(phrasesIn);

/** Other words for a room of a home, as long as only one of its rooms can be meant by them. */
export function synonymsOf(room: string, rooms: readonly string[]): readonly string[] {
  const sort = sorts.find((names) => names.includes(room));
  if (!sort || rooms.filter((other) => sort.includes(other)).length > 1) return [];
  return sort.filter((name) => name !== room);
}
