const colours = {
  text: "#24292f",
  line: "#d0d7de",
  bar: "#8c959f",
  limit: "#57ab5a",
  "limit-http": "#8ddb8c",
  antiphon: "#0969da",
  "antiphon-plain": "#54aeff",
  goal: "#cf222e",
};
const lineColours = new Map([
  ["limit", "#57ab5a"],
  ["limit-http", "#8ddb8c"],
  ["antiphon", "#0969da"],
  ["antiphon-plain", "#54aeff"],
  ["langchain", "#bc4c00"],
  ["ai-sdk", "#8250df"],
  ["openai-agents", "#bf3989"],
  ["mastra", "#9a6700"],
]);

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function text(x, y, content, { anchor = "start", size = 13, colour = colours.text, weight = "normal" } = {}) {
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${colour}" font-weight="${weight}">${escape(content)}</text>`;
}

function page(width, height, title, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 26, title, { size: 15, weight: "600" }),
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

/**
 * Horizontal bars, one per contender. `bars`: {label, value, range, kind, note}; a bar without a value shows its
 * note. `log` when the largest is more than 20 times the smallest.
 */
export function barPlot({ title, unit, bars, goal }) {
  const width = 760;
  const left = 230;
  const plotWidth = width - left - 130;
  const rowHeight = 30;
  const values = bars.map(({ value }) => value).filter((value) => value !== undefined);
  const largest = Math.max(...values);
  const log = largest / Math.min(...values) > 20;
  const low = log ? 10 ** Math.floor(Math.log10(Math.min(...values))) : 0;
  const x = (value) =>
    log ? (Math.log10(value / low) / Math.log10(largest / low)) * plotWidth : (value / largest) * plotWidth;
  const top = 46;
  const parts = bars.flatMap(({ label, value, kind, note }, i) => {
    const y = top + i * rowHeight;
    const name = text(left - 10, y + 17, label, {
      anchor: "end",
      weight: kind === "antiphon" ? "600" : "normal",
    });
    if (value === undefined) return [name, text(left, y + 17, note, { size: 11, colour: colours.goal })];
    const colour = colours[kind] ?? colours.bar;
    return [
      name,
      `<rect x="${left}" y="${y + 3}" width="${Math.max(x(value), 1).toFixed(1)}" height="20" fill="${colour}" rx="2"/>`,
      text(left + x(value) + 6, y + 17, note, { size: 12 }),
    ];
  });
  const bottom = top + bars.length * rowHeight;
  if (goal !== undefined && goal <= largest && goal > low) {
    const at = (left + x(goal)).toFixed(1);
    parts.push(
      `<line x1="${at}" y1="${top - 4}" x2="${at}" y2="${bottom}" stroke="${colours.goal}" stroke-dasharray="4 3"/>`,
    );
  }
  parts.push(
    text(
      left,
      bottom + 18,
      `${unit}${log ? ", logarithmic scale" : ""}; less is better. Dashed: 1.5 × the limit.`,
      {
        size: 11,
        colour: "#57606a",
      },
    ),
  );
  return page(width, bottom + 30, title, parts);
}

/** Lines over a logarithmic x and y. `series`: {label, kind, points: [[x, y], …]}. */
export function linePlot({ title, xLabel, yLabel, series }) {
  const width = 760;
  const height = 400;
  const [left, right, top, bottom] = [70, 220, 46, height - 50];
  const points = series.flatMap(({ points }) => points);
  const decades = (values) => [
    10 ** Math.floor(Math.log10(Math.min(...values))),
    10 ** Math.ceil(Math.log10(Math.max(...values))),
  ];
  const xs = points.map(([x]) => x);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = decades(points.map(([, y]) => y));
  const x = (value) => left + (Math.log(value / x0) / Math.log(x1 / x0)) * (width - left - right);
  const y = (value) => bottom - (Math.log(value / y0) / Math.log(y1 / y0)) * (bottom - top);
  const parts = [];
  for (let tick = y0; tick <= y1 * 1.001; tick *= 10) {
    parts.push(
      `<line x1="${left}" y1="${y(tick).toFixed(1)}" x2="${width - right}" y2="${y(tick).toFixed(1)}" stroke="${colours.line}"/>`,
      text(left - 8, y(tick) + 4, tick.toLocaleString("en"), { anchor: "end", size: 11 }),
    );
  }
  for (const tick of new Set(xs))
    parts.push(text(x(tick), bottom + 18, tick.toLocaleString("en"), { anchor: "middle", size: 11 }));
  const labels = [];
  series.forEach(({ label, kind, points: line }) => {
    if (line.length === 0) return;
    const colour = lineColours.get(kind) ?? colours.bar;
    const path = line.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(" ");
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [px, py] of line)
      parts.push(`<circle cx="${x(px).toFixed(1)}" cy="${y(py).toFixed(1)}" r="3" fill="${colour}"/>`);
    labels.push({ label, colour, at: y(line.at(-1)[1]) + 4 });
  });
  // Labels beside the last points, pushed apart where lines end close to each other.
  labels.sort((a, b) => a.at - b.at);
  labels.forEach((entry, i) => {
    if (i > 0) entry.at = Math.max(entry.at, labels[i - 1].at + 15);
    parts.push(text(width - right + 10, entry.at, entry.label, { size: 12, colour: entry.colour }));
  });
  parts.push(
    text((left + width - right) / 2, height - 12, xLabel, { anchor: "middle", size: 12 }),
    text(left - 50, top - 6, yLabel, { size: 11, colour: "#57606a" }),
  );
  return page(width, height, title, parts);
}
