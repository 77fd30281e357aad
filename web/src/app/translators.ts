/*
 * A browser's translator takes text nodes out of the page and puts elements of
 * its own in their place. React goes on with the nodes it made: it would insert
 * before one that is no longer there, which throws and takes the page away, or
 * write to one that nobody sees. From here on an element that took a text
 * node's place is known by it, and what is done to the node is done to that.
 * https://github.com/facebook/react/issues/11538
 */

/** What a translator put in the place of each text node that it took out. */
const translations = new WeakMap<Node, ChildNode>();

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}

/** A translator's own element; React makes no `font`. */
function isTranslation(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT';
}

function noteTranslations(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (!isText(removed) || removed.isConnected) continue;
      const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
      if (translation) translations.set(removed, translation);
    }
  }
}

/** Keeps the app whole while a translator changes what it shows. */
export function guardAgainstTranslators(root: Node): void {
  const observer = new MutationObserver(noteTranslations);
  observer.observe(root, { childList: true, subtree: true });
  // Called with the node that they are asked of.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const written = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

  /** The translation that took this node's place, in this parent where one is given. */
  const translationOf = (node: Node, parent: Node | null): ChildNode | undefined => {
    noteTranslations(observer.takeRecords());
    const found = translations.get(node);
    return found?.parentNode && (!parent || found.parentNode === parent) ? found : undefined;
  };

  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    if (isText(node) && !node.parentNode) translationOf(node, null)?.remove();
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    return insertBefore.call(this, node, translationOf(before, this) ?? null) as T;
  };
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const translation = translationOf(child, this);
    if (translation) removeChild.call(this, translation);
    else console.warn('a node that should have been removed was not there', child);
    return child;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...written,
    set(this: Node, value: string | null) {
      written?.set?.call(this, value);
      // The new words come in place of the old ones' translation, and are translated in their turn.
      if (isText(this) && !this.parentNode) translationOf(this, null)?.replaceWith(this);
    },
  });
}
