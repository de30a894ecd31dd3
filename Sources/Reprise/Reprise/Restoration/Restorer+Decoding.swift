/// Phase 2: decoding.
extension Restorer {
  func decode(_ saved: SavedObject) {
    guard !saved.isDropped, let object = saved.object else { return }
    if saved.record.kind == .view { return reportView(object, saved) }
    guard let coder = coder(of: saved) else { return }
    note(saved.record)
    if let controller = object as? ViewController {
      controller.loadViewIfNeeded()
      locateViews(of: controller, saved)
    }
    let isRightType = preserver.registry.isKind(object, of: saved.record.typeKey)
    if isRightType { preserver.decode(object, with: coder) } else { saved.coder = nil }
    report(saved, isRightType ? .restored : .notDecoded)
  }

  /// Reports what became of a view, which its controller has decoded by now, or not.
  private func reportView(_ view: any StateRestoring, _ saved: SavedObject) {
    let isRightType = preserver.registry.isKind(view, of: saved.record.typeKey)
    let wasDecoded = saved.coder != nil
    report(
      saved,
      wasDecoded ? .restored : isRightType ? .skipped("its screen did not decode it") : .notDecoded)
  }

  /// Finds the views of saved ones in the loaded view of their controller.
  private func locateViews(of controller: ViewController, _ screen: SavedObject) {
    // Views of one identifier go by their order (contract 2.A.3).
    var views: [String: ArraySlice<View>] = [:]
    controller.view.walkOwned { view in
      if let identifier = view.restorationIdentifier { views[identifier, default: []].append(view) }
    }
    for reference in screen.record.references {
      guard let saved = objects[reference], saved.object == nil, !saved.isDropped,
        saved.record.kind == .view, saved.record.parent == screen.record.node
      else { continue }
      guard let view = views[saved.record.identifier]?.popFirst() else {
        leaveOut(saved, "its screen has no such view")
        continue
      }
      if let reason = saved.unknown { keep(saved, reason) } else { found(view, saved) }
    }
  }
}
