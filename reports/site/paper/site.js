// The site without it is whole: this adds sorting, filtering, searching and the switch between light and dark.
"use strict";

const remembered = {
  get() { try { return localStorage.getItem("theme"); } catch { return null; } },  // storage may be forbidden
  set(theme) { try { localStorage.setItem("theme", theme); } catch { /* the choice lasts for this page */ } },
};

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

if (remembered.get()) document.documentElement.dataset.theme = remembered.get();  // before anything is drawn

function startTheme(button) {
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    remembered.set(document.documentElement.dataset.theme);
    name();
  });
  name();
}

// Tables

const collator = new Intl.Collator("en", { numeric: true });

function sortKey(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.key ?? cell.textContent;
  const number = Number(text);
  return text === "–" ? null : text !== "" && !Number.isNaN(number) ? number : text;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

function sortBy(table, header) {
  const descending = header.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const keyed = Array.from(table.tBodies[0].rows, (row) => [sortKey(row, header.cellIndex), row]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);  // what is missing stays below
    return descending ? compare(b, a) : compare(a, b);
  });
  table.tBodies[0].append(...keyed.map(([, row]) => row));
}

function startTable(table) {
  for (const header of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sortBy(table, header));
    header.append(button);
  }
  if (table.tBodies[0].rows.length > 8) addFilter(table);
}

function addFilter(table) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "search";
  label.className = "filter";
  label.append("Rows with ", input);
  input.addEventListener("input", () => show(table.tBodies[0].rows, input.value, (row) => row.textContent));
  table.parentElement.before(label);
}

// Filters and search

function words(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function show(elements, wanted, textOf) {
  const all = words(wanted);
  for (const element of elements) {
    const text = textOf(element).toLowerCase();
    element.hidden = !all.every((word) => text.includes(word));
  }
}

function startFilter(input) {
  input.addEventListener("input", () => {
    show(document.querySelectorAll(input.dataset.filter), input.value, (element) => element.dataset.text);
    for (const section of document.querySelectorAll("main section")) {
      section.hidden = !section.querySelector(`${input.dataset.filter}:not([hidden])`);
    }
  });
}

function find(wanted) {
  const all = words(wanted);
  const hits = window.searchIndex.map((entry) => {
    const title = entry.title.toLowerCase();
    const text = `${title} ${entry.text.toLowerCase()}`;
    if (!all.every((word) => text.includes(word))) return null;
    return { entry, weight: all.filter((word) => title.includes(word)).length };
  });
  return hits.filter(Boolean).sort((a, b) => b.weight - a.weight).map((hit) => hit.entry);
}

function excerpt(text, word) {
  const start = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  return (start ? "… " : "") + text.slice(start, start + 180) + (text.length > start + 180 ? " …" : "");
}

function resultOf(entry, word) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const [page, anchor] = entry.page.split("#");
  link.href = page.split("/").map(encodeURIComponent).join("/") + (anchor ? `#${anchor}` : "");
  link.textContent = entry.title;
  const kind = document.createElement("span");
  kind.className = "note";
  kind.textContent = ` ${entry.kind}`;
  const text = document.createElement("p");
  text.textContent = excerpt(entry.text, word);
  item.append(link, kind, text);
  return item;
}

function startSearch(list) {
  const wanted = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  if (!wanted) return;
  document.getElementById("q").value = wanted;
  const found = find(wanted);
  document.getElementById("found").textContent = `${found.length} for “${wanted}”`;
  list.append(...found.map((entry) => resultOf(entry, words(wanted)[0])));
}

document.addEventListener("DOMContentLoaded", () => {
  startTheme(document.querySelector("button.theme"));
  if (matchMedia("(max-width: 55rem)").matches) document.querySelector(".menu details").open = false;
  document.querySelectorAll("table.sortable").forEach(startTable);
  document.querySelectorAll("input[data-filter]").forEach(startFilter);
  const results = document.getElementById("results");
  if (results) startSearch(results);
});
