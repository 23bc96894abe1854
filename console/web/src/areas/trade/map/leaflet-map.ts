/** Leaflet, as the pages use it: one map with outlines, and marks that are buttons. */
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { circleAround, grouped, type MapPlace } from './groups.ts';
import { readCountries } from './world.ts';

/** One thing on the map. */
export interface MapMark extends MapPlace {
  readonly id: string;
  /** What stands on it: a price. */
  readonly text: string;
  /** What it is called by those who do not see it; begins with what stands on it. */
  readonly label: string;
}

export interface MapWords {
  readonly zoomIn: string;
  readonly zoomOut: string;
  /** Of several that lie together: what stands on their mark, and its label. */
  readonly group: (ids: readonly string[]) => { readonly text: string; readonly label: string };
}

interface MapEvents {
  /** Somebody has moved it. */
  readonly onMove: (circle: { near: string; radiusKm: string }) => void;
  /** One mark, or several that no zoom parts. */
  readonly onChoose: (ids: readonly string[]) => void;
}

interface DrawnMark {
  readonly ids: readonly string[];
  readonly element: HTMLElement | undefined;
}

const MARK = { width: 76, height: 32 };
/** Outlines of 1:50 million say nothing of a street. */
const MAX_ZOOM = 13;
const OPTIONS: L.MapOptions = {
  minZoom: 2,
  maxZoom: MAX_ZOOM,
  zoomControl: false,
  attributionControl: false,
  worldCopyJump: true,
};
/** Of outlines: nearer than that they are wrong by more than a mark. */
const LAST_OUTLINE_ZOOM = 9;
const ALONE_ZOOM = 8;

export class GuideMap {
  readonly #map: L.Map;
  readonly #marks = L.layerGroup();
  readonly #events: MapEvents;
  #shown: readonly MapMark[] = [];
  #chosen: readonly string[] = [];
  #drawn: readonly DrawnMark[] = [];
  #words: MapWords;
  /** Moves that nobody made. */
  #isOwnMove = false;

  constructor(element: HTMLElement, words: MapWords, events: MapEvents) {
    this.#words = words;
    this.#events = events;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map = L.map(element, { ...OPTIONS, zoomAnimation: !isCalm, inertia: !isCalm });
    L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(this.#map);
    L.control.scale({ imperial: false }).addTo(this.#map);
    this.#marks.addTo(this.#map);
    this.#map.setView([30, 0], 2);
    this.#map.on('zoomend', () => this.#draw());
    this.#map.on('moveend', () => this.#moved());
    void this.#addCountries();
  }

  /** @param isFitted moves the map so that all of them are in it. */
  show(marks: readonly MapMark[], chosen: readonly string[], isFitted: boolean): void {
    this.#shown = marks;
    this.#chosen = chosen;
    if (isFitted && marks.length > 0) this.#fit(marks);
    this.#draw();
  }

  remove(): void {
    this.#map.remove();
  }

  async #addCountries(): Promise<void> {
    const countries = await readCountries();
    const style = { className: 'map-country', interactive: false, weight: 1 };
    const layer = L.geoJSON(countries, { style: () => style, interactive: false });
    const toggle = () => {
      if (this.#map.getZoom() > LAST_OUTLINE_ZOOM) layer.remove();
      else layer.addTo(this.#map);
    };
    toggle();
    this.#map.on('zoomend', toggle);
  }

  #fit(marks: readonly MapMark[]): void {
    const bounds = L.latLngBounds(marks.map(({ latitude, longitude }) => [latitude, longitude]));
    this.#isOwnMove = true;
    this.#map.fitBounds(bounds, { padding: [48, 48], maxZoom: ALONE_ZOOM, animate: false });
    this.#isOwnMove = false;
  }

  #moved(): void {
    if (this.#isOwnMove) return;
    const [centre, corner] = [this.#map.getCenter(), this.#map.getBounds().getNorthEast()];
    this.#events.onMove(circleAround(placeOf(centre), placeOf(corner)));
  }

  /** What had the focus keeps it, though its mark is another element. */
  #draw(): void {
    const focused = this.#drawn.find(({ element }) => element === document.activeElement)?.ids[0];
    this.#marks.clearLayers();
    const pointOf = ({ latitude, longitude }: MapPlace) => this.#map.project([latitude, longitude]);
    this.#drawn = grouped(this.#shown, pointOf, MARK).map((group) => this.#drawGroup(group));
    if (focused === undefined) return;
    this.#drawn.find(({ ids }) => ids.includes(focused))?.element?.focus({ preventScroll: true });
  }

  #drawGroup(group: readonly MapMark[]): DrawnMark {
    const ids = group.map(({ id }) => id);
    const [first] = group as [MapMark, ...MapMark[]];
    const { text, label } = group.length === 1 ? first : this.#words.group(ids);
    const face = document.createElement('span');
    face.textContent = text;
    const isChosen = ids.some((id) => this.#chosen.includes(id));
    const icon = L.divIcon({
      className: isChosen ? 'map-mark chosen' : 'map-mark',
      html: face,
      iconSize: [MARK.width, MARK.height],
    });
    const marker = L.marker([first.latitude, first.longitude], {
      icon,
      riseOnHover: true,
      zIndexOffset: isChosen ? 1_000 : 0,
    });
    marker.on('click', () => this.#press(group));
    marker.addTo(this.#marks);
    const element = marker.getElement();
    element?.setAttribute('aria-label', label);
    element?.setAttribute('aria-pressed', String(isChosen));
    // Leaflet's own keys open its popups only.
    element?.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.#press(group);
    });
    return { ids, element };
  }

  /** Several go apart by coming nearer, as long as that helps. */
  #press(group: readonly MapMark[]): void {
    const bounds = L.latLngBounds(group.map(({ latitude, longitude }) => [latitude, longitude]));
    const nearer = this.#map.getBoundsZoom(bounds.pad(0.3));
    if (group.length > 1 && nearer > this.#map.getZoom() && this.#map.getZoom() < MAX_ZOOM)
      this.#map.fitBounds(bounds.pad(0.3));
    else this.#events.onChoose(group.map(({ id }) => id));
  }
}

const placeOf = ({ lat, lng }: L.LatLng): MapPlace => ({ latitude: lat, longitude: lng });
