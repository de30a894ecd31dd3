import Foundation

/// A cell of a collection: its contents and a caption below.
///
/// Subclasses put a view into ``contentView``, or draw above the caption.
///
/// ```swift
/// final class PhotoCell: CollectionViewCell {
///   required init() {
///     super.init()
///     contentView = Label("▒▒▒▒")
///   }
/// }
/// ```
open class CollectionViewCell: View {
  /// The caption, in the last line.
  public var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// The view above the caption.
  public var contentView: View? {
    didSet {
      guard contentView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let contentView { addSubview(contentView) }
    }
  }

  /// Whether it is the selected one; the collection sets it.
  public internal(set) var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Makes a cell.
  public required init() {
    super.init()
  }

  /// Clears what the previous item set.
  open func prepareForReuse() { text = "" }

  open override func layoutSubviews() {
    contentView?.frame = Rect(
      x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - 1))
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    let line = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    if isSelected { canvas.fill(line, style: selectionStyle) }
    canvas.draw(
      text, at: line.origin, width: line.width, style: isSelected ? selectionStyle : .plain)
  }

  /// Reversed while the collection has the focus, else bold.
  private var selectionStyle: Style {
    superview?.isFirstResponder == true ? .selected : .title
  }
}

/// Supplies the items of a collection; asked only for those on screen.
///
/// There is one section, so `IndexPath.row` counts the items.
///
/// ```swift
/// func numberOfItems(in collectionView: CollectionView) -> Int { photos.count }
///
/// func collectionView(
///   _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
/// ) -> CollectionViewCell {
///   let cell = collectionView.dequeueReusableCell(PhotoCell.self)
///   cell.text = photos[indexPath.row]
///   return cell
/// }
/// ```
public protocol CollectionViewDataSource: AnyObject {
  /// The number of items.
  func numberOfItems(in collectionView: CollectionView) -> Int

  /// The cell for an item. Take it from ``CollectionView/dequeueReusableCell(_:)``.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell

  /// Identifies the items; by default the data source itself, if it conforms.
  var modelAssociation: (any DataSourceModelAssociation)? { get }
}

extension CollectionViewDataSource {
  /// The data source itself, if it conforms.
  public var modelAssociation: (any DataSourceModelAssociation)? {
    self as? any DataSourceModelAssociation
  }
}

/// Receives the user's actions in a collection.
public protocol CollectionViewDelegate: AnyObject {
  /// Opens an item: Enter, or a click on the selected one.
  func collectionView(
    _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath)

  /// Called when the selection has moved.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
}

extension CollectionViewDelegate {
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
}
