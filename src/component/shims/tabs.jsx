// Interactive code can't use docgen's component, because docgen converts it during the build.
import * as docgen from "docgen";
import { Children, isValidElement, useId, useState } from "react";

const Plain = ({ children, values, defaultValue }) => {
  const items = Children.toArray(children).filter(isValidElement);
  const tabs = values ?? items.map(({ props }) => props);
  const first = defaultValue ?? [...items.filter(({ props }) => props.default), ...items][0]?.props.value;
  const [chosen, choose] = useState(first);
  const id = useId();
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist">
        {tabs.map(({ value, label = value }) => (
          <button
            key={value}
            type="button"
            className="tab"
            role="tab"
            id={`${id}-${value}`}
            aria-selected={value === chosen}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {items.map(({ props: { value, children } }) => (
        <div
          key={value}
          className="tab-panel"
          role="tabpanel"
          aria-labelledby={`${id}-${value}`}
          hidden={value !== chosen}
        >
          {children}
        </div>
      ))}
    </div>
  );
};

export default docgen.Tabs ?? Plain;
