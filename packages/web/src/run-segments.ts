import type { RunEvent } from "./run-event.ts";

/** One stretch of a run: the model at work, a tool at work, or the person being asked. */
export interface Segment {
  readonly kind: "model" | "tool" | "approval";
  readonly label: string;
  /** The call or the approval that it belongs to. */
  readonly key: string;
  readonly from: number;
  /** Not set while it goes on. */
  readonly to: number | undefined;
  readonly failed: boolean;
  /** A stretch of the model is only assumed until the model says something. */
  readonly assumed: boolean;
}

export function addToSegments(segments: readonly Segment[], event: RunEvent): readonly Segment[] {
  const { at } = event;
  switch (event.type) {
    case "run":
      return [modelSegment(event.model, 0)];
    case "text-delta":
    case "thinking-delta":
    case "tool-call":
      return confirmModel(segments, at);
    case "assistant-message":
      return closeAll(confirmModel(segments, at), at, (segment) => segment.kind === "model");
    case "tool-start":
      return [
        ...leaveModel(segments, at),
        openSegment({ kind: "tool", label: event.call.name, key: event.call.id, from: at }),
      ];
    case "approval-request":
      return [
        ...leaveModel(segments, at),
        openSegment({ kind: "approval", label: "your approval", key: event.approvalId, from: at }),
      ];
    case "tool-end":
      return closeOne(segments, event.call.id, { at, failed: event.failed });
    case "approval-result":
      return closeOne(segments, event.approvalId, { at, failed: false });
    case "end":
      return closeAll(
        segments.filter((segment) => !(segment.assumed && segment.from === at)),
        at,
        () => true,
      );
    default:
      return segments;
  }
}

/** Milliseconds in which anything of this kind was going on; what overlaps counts once. */
export function busyTime(segments: readonly Segment[], kind: Segment["kind"], now: number): number {
  let busy = 0;
  let covered = 0;
  const sorted = segments.filter((segment) => segment.kind === kind).sort((a, b) => a.from - b.from);
  for (const { from, to = now } of sorted) {
    busy += Math.max(0, to - Math.max(from, covered));
    covered = Math.max(covered, to);
  }
  return busy;
}

function openSegment(segment: Pick<Segment, "kind" | "label" | "key" | "from">): Segment {
  return { ...segment, to: undefined, failed: false, assumed: false };
}

function modelSegment(label: string, from: number): Segment {
  return {
    ...openSegment({ kind: "model", label: label || "model", key: `model ${from}`, from }),
    assumed: true,
  };
}

function modelLabel(segments: readonly Segment[]): string {
  return segments.find((segment) => segment.kind === "model")?.label ?? "";
}

function confirmModel(segments: readonly Segment[], at: number): readonly Segment[] {
  const open = segments.findLastIndex((segment) => segment.kind === "model" && segment.to === undefined);
  const segment = segments[open];
  if (!segment) return reopenModel(segments, at);
  return segment.assumed ? segments.with(open, { ...segment, assumed: false }) : segments;
}

/** The model goes on where it had seemed to be done, or begins anew. */
function reopenModel(segments: readonly Segment[], at: number): readonly Segment[] {
  const last = segments.at(-1);
  if (last?.kind === "model") return [...segments.slice(0, -1), { ...last, to: undefined }];
  return [...segments, { ...modelSegment(modelLabel(segments), at), assumed: false }];
}

/** Between two tools in sequence the model was not asked: the assumed stretch goes. */
function leaveModel(segments: readonly Segment[], at: number): readonly Segment[] {
  return closeAll(
    segments.filter((segment) => !segment.assumed),
    at,
    (segment) => segment.kind === "model",
  );
}

function closeAll(
  segments: readonly Segment[],
  at: number,
  which: (segment: Segment) => boolean,
): readonly Segment[] {
  return segments.map((segment) =>
    segment.to === undefined && which(segment) ? { ...segment, to: at, assumed: false } : segment,
  );
}

/** After the last open stretch the model is asked again. */
function closeOne(
  segments: readonly Segment[],
  key: string,
  { at, failed }: { at: number; failed: boolean },
): readonly Segment[] {
  const closed = segments.map((segment) =>
    segment.key === key && segment.to === undefined ? { ...segment, to: at, failed } : segment,
  );
  const busy = closed.some((segment) => segment.to === undefined);
  return busy ? closed : [...closed, modelSegment(modelLabel(closed), at)];
}
