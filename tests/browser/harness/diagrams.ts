/** Diagrams of many kinds. Each kind requires separate code. */
export const diagrams: Record<string, string> = {
  block: "block-beta\n  columns 2\n  a b",
  class: "classDiagram\n  Pot <|-- Teapot",
  er: "erDiagram\n  POT ||--o{ CUP : fills",
  flow: "flowchart LR\n  kettle --> pot",
  gantt: "gantt\n  dateFormat YYYY-MM-DD\n  section Tea\n  Brew :a, 2025-01-01, 3d",
  git: "gitGraph\n  commit\n  branch pot\n  commit",
  journey: "journey\n  title Tea\n  section Brew\n    Boil: 5: Me",
  kanban: "kanban\n  Todo\n    [Boil]",
  mindmap: "mindmap\n  root((tea))\n    green\n    black",
  packet: 'packet-beta\n  0-15: "Leaves"\n  16-31: "Water"',
  pie: 'pie\n  "green" : 3\n  "black" : 5',
  quadrant: "quadrantChart\n  x-axis Weak --> Strong\n  y-axis Cold --> Hot\n  Tea: [0.7, 0.8]",
  radar: 'radar-beta\n  axis a["A"], b["B"], c["C"]\n  curve x{3, 4, 5}',
  requirement:
    "requirementDiagram\n  requirement hot {\n    id: 1\n    text: Hot water\n    risk: low\n    verifymethod: test\n  }",
  sankey: "sankey-beta\n  kettle,pot,5\n  pot,cup,4",
  sequence: "sequenceDiagram\n  Kettle->>Pot: water",
  state: "stateDiagram-v2\n  [*] --> Hot",
  timeline: "timeline\n  title Tea\n  2024 : Green",
  treemap: 'treemap-beta\n  "Tea"\n    "Green": 3\n    "Black": 5',
  xy: "xychart-beta\n  x-axis [a, b]\n  bar [1, 2]",
};
