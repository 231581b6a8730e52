import {
  context,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from "@opentelemetry/api";

export type { Span };

/** A span by OpenTelemetry's GenAI conventions. Costs nothing when no SDK is registered. */
export function startSpan(name: string, attributes: Attributes, kind: SpanKind = SpanKind.INTERNAL): Span {
  return trace.getTracer("antiphon").startSpan(name, { kind, attributes });
}

/** Spans started inside become children of this one, also when it was not chosen to be recorded. */
export function insideSpan<T>(span: Span, work: () => T): T {
  return isSpanContextValid(span.spanContext()) ? context.with(contextOf(span), work) : work();
}

export function failSpan(span: Span, type: string, message: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

function contextOf(span: Span): Context {
  return trace.setSpan(context.active(), span);
}
