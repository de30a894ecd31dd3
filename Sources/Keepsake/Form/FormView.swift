import Reprise

/// The lines of a form one below the other, then the buttons; scrolls when they do not fit.
final class FormView: ScrollView {
  var rows: [FormRow] = [] {
    didSet {
      oldValue.forEach { $0.removeFromSuperview() }
      rows.forEach(addSubview)
    }
  }

  var buttons: [Button] = [] {
    didSet {
      oldValue.forEach { $0.removeFromSuperview() }
      buttons.forEach(addSubview)
    }
  }

  override func layoutSubviews() {
    var y = 0
    for row in rows {
      let height = row.height(in: bounds.size)
      row.frame = Rect(x: 0, y: y, width: bounds.width, height: height)
      y += height
    }
    y += 1
    var x = FormRow.labelWidth + 1
    for button in buttons {
      if x + button.width > bounds.width, x > FormRow.labelWidth + 1 {
        x = FormRow.labelWidth + 1
        y += 1
      }
      button.frame = Rect(x: x, y: y, width: button.width, height: 1)
      x += button.width + 2
    }
    contentSize = Size(width: bounds.width, height: y + 1)
    super.layoutSubviews()
  }
}
